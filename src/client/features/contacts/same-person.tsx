import { useState } from 'react';
import { useNavigate } from 'react-router';
import { saveErrorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { dot } from '#client/ui/dot.ts';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import type { Contact } from '#shared/contacts.ts';
import { counted } from '#shared/counted.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './contacts.module.css';

/** How many who look alike are shown. */
const most = 3;

/** Others with the same name or number: a guest becomes one with them, and a client's guests become one with the client. */
export function SamePerson({ contact }: { contact: Contact }) {
  const { client, invalidate } = trpc.useUtils();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Contact>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { id, name, phone_number } = contact;
  const byName = trpc.contacts.list.useQuery({ search: name.slice(0, 100), limit: most + 1 });
  const byNumber = trpc.contacts.list.useQuery(
    { search: phone_number ?? '', limit: most + 1 },
    { enabled: phone_number !== null },
  );
  const isGuest = contact.client_id === null;
  const found = [...(byName.data ?? []), ...(byNumber.data ?? [])].filter(
    (one) => one.id !== id && (isGuest || one.client_id === null),
  );
  const alike = [...new Map(found.map((one) => [one.id, one])).values()].slice(0, most);
  if (alike.length === 0) return null;

  async function merge(other: Contact) {
    const [guest, into] = isGuest ? [contact, other] : [other, contact];
    setBusy(true);
    setFailure(undefined);
    try {
      await client.contacts.merge.mutate({ id: guest.id, into: into.id });
      notify.success('Merged.');
      await navigate(pagePath('contact', { contactId: into.id }), { replace: true });
      void invalidate();
    } catch (error) {
      setFailure(saveErrorText(error));
    }
    setBusy(false);
    setAsking(undefined);
  }

  return (
    <section className={styles.step} aria-labelledby="same-person">
      <h2 id="same-person">Same person?</h2>
      <FormMessage>{failure}</FormMessage>
      {alike.map((other) => (
        <p key={other.id} className={styles.chosen}>
          <span>
            <bdi className="figure">{other.name}</bdi>
            <span className="soft">
              {dot}
              {[other.phone_number, counted(other.visits, 'visit')].filter(Boolean).join(dot)}
            </span>
          </span>
          <Button look="secondary" aria-label={`Merge with ${other.name}`} onClick={() => setAsking(other)}>
            Merge
          </Button>
        </p>
      ))}
      {asking && (
        <ConfirmDialog
          open
          close={() => setAsking(undefined)}
          title={`Merge with ${asking.name}?`}
          description={`Bookings and notes of both come together under ${(isGuest ? asking : contact).name}. This can't be undone.`}
          confirmText="Merge"
          busy={isBusy}
          busyText="Merging..."
          onConfirm={() => void merge(asking)}
        />
      )}
    </section>
  );
}
