import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { errorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Form } from '#client/ui/form.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { TextArea } from '#client/ui/text-field.tsx';
import { useProblems } from '#client/ui/use-problems.ts';
import { lengths } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './contacts.module.css';
import { type GuestEntry, GuestFields, guestOf } from './guest-fields.tsx';

const failedText = "We couldn't add this client.";

/** A client without a booking. */
export function AddClient({ close }: { close: () => void }) {
  const { client, contacts } = trpc.useUtils();
  const navigate = useNavigate();
  const [entry, setEntry] = useUnsavedState<GuestEntry>('client', { name: '', phone_number: '', email: '' });
  const [notes, setNotes] = useUnsavedState('notes', '');
  const { form, problems, show, clear } = useProblems<HTMLFormElement>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function add() {
    if (isBusy) return;
    setBusy(true);
    show({});
    setFailure(undefined);
    try {
      const { id } = await client.contacts.create.mutate({ ...guestOf(entry), notes });
      void contacts.invalidate();
      notify.success('Client added.');
      await navigate(pagePath('contact', { contactId: id }));
    } catch (error) {
      const said = fieldErrors(error);
      show(said);
      if (Object.keys(said).length === 0) setFailure(errorText(error, failedText));
      setBusy(false);
    }
  }

  return (
    <Dialog sheet busy={isBusy} close={close} title="Add client" description="Only you can see what you write here.">
      <Form ref={form} className={styles.page} send={add}>
        <GuestFields
          entry={entry}
          problems={problems}
          onChange={(field, value) => {
            setEntry({ ...entry, [field]: value });
            clear(field);
          }}
        />
        <TextArea
          label="Notes"
          rows={3}
          maxLength={lengths.contactNotes.max}
          value={notes}
          error={problems.notes}
          onChange={(event) => setNotes(event.target.value)}
        />
        <FormMessage>{failure}</FormMessage>
        <Button type="submit" wide busy={isBusy} busyText="Adding...">
          Add client
        </Button>
      </Form>
    </Dialog>
  );
}
