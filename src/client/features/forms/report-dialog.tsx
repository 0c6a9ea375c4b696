import { useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { TextArea } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';
import { useUnsavedState } from './use-unsaved.ts';

const failed = "Your report couldn't be sent. Please try again.";

interface ReportDialogProps {
  /** Of what is reported: what was typed about it stays until it is sent. */
  id: string;
  open: boolean;
  close: () => void;
  title: string;
  description: string;
  label: string;
  send: (reason: string) => Promise<unknown>;
}

/** Tells the admins what is wrong. */
export function ReportDialog({ id, open, close, title, description, label, send }: ReportDialogProps) {
  const [reason, setReason] = useUnsavedState(`report ${id}`, '');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function report() {
    setBusy(true);
    setFailure(undefined);
    try {
      await send(reason);
      close();
      setReason('');
      notify.success("Thanks, we'll take a look.");
    } catch (error) {
      setFailure(errorText(error, failed));
    }
    setBusy(false);
  }

  return (
    <ConfirmDialog
      open={open}
      close={close}
      title={title}
      description={description}
      confirmText="Send report"
      cancelText="Cancel"
      busy={isBusy}
      busyText="Sending..."
      onConfirm={() => void report()}
    >
      <FormMessage>{failure}</FormMessage>
      <TextArea
        label={label}
        maxLength={lengths.reportReason.max}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
