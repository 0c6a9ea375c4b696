import { useState } from 'react';
import styles from '#client/features/forms/form.module.css';
import { useSmallForm } from '#client/features/forms/small-form.ts';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { isEmailAddress } from '#shared/rules/email-address.ts';
import { newClientChecks } from '#shared/rules/person.ts';
import { NewcomerFields } from './newcomer-fields.tsx';
import { storedEntry, storeEntry } from './stored-code.ts';
import type { Ask } from './use-pending-code.ts';

const checks = {
  ...newClientChecks,
  email(typed: string) {
    if (typed.trim() === '') return 'Email is required';
    return isEmailAddress(typed) ? undefined : 'Invalid email address';
  },
};

/** Somebody without an account says who they are; the code that follows makes the account. */
export function NewcomerForm({ ask }: { ask: Ask }) {
  const [failure, setFailure] = useState<string>();
  const [known] = useState(storedEntry);
  const { form, problems, isBusy, values } = useSmallForm(checks, async (entry) => {
    const refused = await ask(entry);
    setFailure(refused.failure);
    return refused;
  });

  return (
    <form
      className={styles.form}
      {...form}
      onChange={() => {
        form.onChange();
        storeEntry(values());
      }}
    >
      <FormMessage>{failure}</FormMessage>
      <NewcomerFields known={known} problems={problems} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={known.email}
        hint="We mail you a code of 6 digits. You need no password."
        error={problems.email}
      />
      <Button type="submit" wide busy={isBusy} busyText="Sending...">
        E-mail me a code
      </Button>
    </form>
  );
}
