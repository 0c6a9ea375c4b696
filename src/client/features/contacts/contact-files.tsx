import { useSaveFile } from '#client/lib/save-file.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { pagePath } from '#shared/pages.ts';
import styles from './contacts.module.css';

/** Clients come from a file, and go into one. */
export function ContactFiles() {
  const { client } = trpc.useUtils();
  const file = useSaveFile("Your clients couldn't be saved.");
  const save = () => file.save('contacts.csv', () => client.contacts.export.query());

  return (
    <>
      <div className={styles.files}>
        <Link to={pagePath('importContacts')}>Import from a file</Link>
        <Button look="quiet" busy={file.isBusy} busyText="Saving..." onClick={() => void save()}>
          Export as CSV
        </Button>
      </div>
      <FormMessage>{file.failure}</FormMessage>
    </>
  );
}
