import { useState } from 'react';
import { TextField } from '#client/ui/text-field.tsx';
import styles from './newcomer-fields.module.css';
import { type Entry, storedEntry } from './stored-code.ts';

/** Who somebody new is, with what was typed before in this tab. */
export function NewcomerFields({ problems }: { problems: Partial<Record<keyof Entry, string>> }) {
  const [known] = useState(storedEntry);
  return (
    <div className={styles.names}>
      <TextField
        label="First name"
        name="first_name"
        autoComplete="given-name"
        required
        autoFocus
        defaultValue={known.first_name}
        error={problems.first_name}
      />
      <TextField
        label="Last name"
        name="last_name"
        autoComplete="family-name"
        required
        defaultValue={known.last_name}
        error={problems.last_name}
      />
    </div>
  );
}
