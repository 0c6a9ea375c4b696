import { useState } from 'react';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { TextArea } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';

/** Tells the admins what is wrong with a review, or with a reply to one. */
export function ReportButton({ id, reply = false }: { id: string; reply?: boolean }) {
  const report = trpc.reviews.report.useMutation();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useUnsavedState(`report ${id}`, '');
  const [failure, setFailure] = useState<string>();

  async function send() {
    setFailure(undefined);
    try {
      await report.mutateAsync({ id, reply, reason });
      setOpen(false);
      setReason('');
      notify.success("Thanks, we'll take a look.");
    } catch (error) {
      const failed = 'Your report could not be sent. Please try again.';
      setFailure(errorText(error, failed, failed));
    }
  }

  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {reply ? 'Report reply' : 'Report'}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={reply ? 'Report this reply?' : 'Report this review?'}
        description="We read every report. Nobody else sees that you sent one."
        confirmText="Send report"
        cancelText="Cancel"
        busy={report.isPending}
        busyText="Sending..."
        onConfirm={() => void send()}
      >
        <FormMessage>{failure}</FormMessage>
        <TextArea
          label="What's wrong with it?"
          maxLength={lengths.reportReason.max}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
