import { type HeldTime, useWithdrawing } from '#client/features/cancellation-list/use-who-waits.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { formatShortDay, formatTimes } from '#shared/time.ts';

interface HeldSheetProps {
  held: HeldTime;
  zone: string;
  close: () => void;
}

/** A held time that was tapped in the calendar: for whom it waits, and the way to take it back. */
export function HeldSheet({ held, zone, close }: HeldSheetProps) {
  const { withdraw, isBusy } = useWithdrawing();
  const [start, end] = [Date.parse(held.start_time), Date.parse(held.end_time)];
  return (
    <Dialog
      sheet
      busy={isBusy}
      close={close}
      title={held.text}
      description={`${formatShortDay(start, zone)}, ${formatTimes(start, end, zone)}. ${held.isHeld ? 'Nobody else can book it meanwhile.' : `If it's still free, we'll offer it to ${held.name}.`}`}
    >
      {held.isHeld && (
        <Button
          look="secondary"
          busy={isBusy}
          busyText="Withdrawing..."
          onClick={async () => {
            await withdraw(held.id);
            close();
          }}
        >
          Withdraw
        </Button>
      )}
    </Dialog>
  );
}
