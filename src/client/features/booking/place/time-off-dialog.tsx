import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { useShortMoment } from '#client/ui/use-moment.ts';

interface TimeOffDialogProps {
  start: number;
  zone: string;
  confirmText: string;
  onConfirm: () => void;
  onKeep: () => void;
}

/** Asks once before something is placed inside the professional's own time off. */
export function TimeOffDialog({ start, zone, confirmText, onConfirm, onKeep }: TimeOffDialogProps) {
  const moment = useShortMoment(zone);
  return (
    <ConfirmDialog
      open
      close={onKeep}
      title="Inside your time off?"
      description={`You're off on ${moment(start)}.`}
      cancelText="Choose another time"
      confirmText={confirmText}
      onConfirm={onConfirm}
    />
  );
}
