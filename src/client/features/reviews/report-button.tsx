import { useState } from 'react';
import { ReportDialog } from '#client/features/forms/report-dialog.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';

/** Tells the admins what is wrong with a review, or with a reply to one. */
export function ReportButton({ id, reply = false }: { id: string; reply?: boolean }) {
  const report = trpc.reviews.report.useMutation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {reply ? 'Report reply' : 'Report'}
      </Button>
      <ReportDialog
        id={id}
        open={isOpen}
        close={() => setOpen(false)}
        title={reply ? 'Report this reply?' : 'Report this review?'}
        description="We read every report. Nobody else will know you sent one."
        label="What's wrong with it?"
        send={(reason) => report.mutateAsync({ id, reply, reason })}
      />
    </>
  );
}
