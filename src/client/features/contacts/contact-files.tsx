import { useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { saveFile } from '#client/lib/save-file.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { pagePath } from '#shared/pages.ts';
import styles from './contacts.module.css';

const failedText = 'Your clients could not be saved.';

/** Clients come from a file, and go into one. */
export function ContactFiles() {
  const { client } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function save() {
    setBusy(true);
    setFailure(undefined);
    try {
      saveFile('contacts.csv', await client.contacts.export.query(), 'text/csv;charset=utf-8');
    } catch (error) {
      setFailure(errorText(error, failedText, failedText));
    }
    setBusy(false);
  }
  return (
    <>
      <div className={styles.files}>
        <Link to={pagePath('importContacts')}>Import from a file</Link>
        <Button look="quiet" busy={isBusy} busyText="Saving..." onClick={() => void save()}>
          Export as CSV
        </Button>
      </div>
      <FormMessage>{failure}</FormMessage>
    </>
  );
}
