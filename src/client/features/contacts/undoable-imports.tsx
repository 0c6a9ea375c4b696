import { useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { useShortMoment } from '#client/ui/use-moment.ts';
import { defaultTimeZone, importBounds } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import styles from './contacts.module.css';

const failedText = "That couldn't be undone.";

/** Imports of the last days, each with its Undo; nothing without any. */
export function UndoableImports() {
  const { client, contacts } = trpc.useUtils();
  const { data: profile } = trpc.professionals.profile.useQuery();
  const { data: imports = [] } = trpc.contacts.imports.useQuery({});
  const [undone, setUndone] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const now = useNow();
  const zone = profile?.time_zone ?? defaultTimeZone;
  const moment = useShortMoment(zone);
  useFocusBack(undone !== undefined);

  async function undo(id: string) {
    setUndone(id);
    setFailure(undefined);
    try {
      await client.contacts.undoImport.mutate({ id });
      await contacts.invalidate();
      notify.success('Import undone. Clients you changed since then stayed.');
    } catch (error) {
      setFailure(errorText(error, failedText));
    }
    setUndone(undefined);
  }
  if (imports.length === 0) return null;
  return (
    <section className={styles.step} aria-labelledby="imports">
      <h2 id="imports">Your imports</h2>
      <p className="soft">
        You can undo an import for {importBounds.undoDays} days. Clients you've booked or changed since then stay.
      </p>
      <FormMessage>{failure}</FormMessage>
      <Card rows>
        {imports.map(({ id, created_at, people }) => (
          <div key={id} className={styles.import}>
            <p id={`import-${id}`}>
              <span className="figure">{counted(people, 'client')}</span>{' '}
              <span className="soft">{moment(Date.parse(created_at), now)}</span>
            </p>
            <Button
              look="quiet"
              aria-describedby={`import-${id}`}
              busy={undone === id}
              busyText="Undoing..."
              onClick={() => void undo(id)}
            >
              Undo
            </Button>
          </div>
        ))}
      </Card>
    </section>
  );
}
