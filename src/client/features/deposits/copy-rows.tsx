import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import styles from './deposits.module.css';

interface CopyRow {
  name: string;
  text: string;
  /** What is copied, where it differs from what is shown. */
  copied?: string;
}

/** What a person types into their bank, each copied by a press, which is said to screen readers, too. */
export function CopyRows({ rows }: { rows: readonly CopyRow[] }) {
  const [said, setSaid] = useState('');

  async function copy({ name, text, copied = text }: CopyRow) {
    // Copied again, it is said again.
    setSaid('');
    try {
      await navigator.clipboard.writeText(copied);
      setSaid(`${name} copied.`);
    } catch {
      setSaid("Your browser won't let us copy. Press and hold the text instead.");
    }
  }

  return (
    <>
      <dl className={styles.rows}>
        {rows.map((row) => (
          <div key={row.name}>
            <dt>{row.name}</dt>
            <dd>
              <span className={styles.value} translate="no">
                {row.text}
              </span>
              <Button look="secondary" aria-label={`Copy ${row.name}`} onClick={() => void copy(row)}>
                Copy
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </>
  );
}
