import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { formatShortMoment } from '#shared/time.ts';

interface TimeOffDialogProps {
  start: number;
  zone: string;
  confirmText: string;
  onConfirm: () => void;
  onKeep: () => void;
}

/** Asks once before something is placed inside the professional's own time off. */
export function TimeOffDialog({ start, zone, confirmText, onConfirm, onKeep }: TimeOffDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onKeep()}
      title="Inside your time off?"
      description={`You are off on ${formatShortMoment(start, zone)}.`}
      cancelText="Choose another time"
      confirmText={confirmText}
      onConfirm={onConfirm}
    />
  );
}
