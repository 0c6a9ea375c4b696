import { useState } from 'react';
import { bookingErrorText } from '#client/lib/form-errors.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, missedDays } from '#shared/constants.ts';

/** Marks a visit to which nobody came, and takes the mark back. Its professional alone sees the button. */
export function MissedButton({ booking, now }: { booking: Booking; now: number }) {
  const { client, bookings } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { id, status, no_show, start_time, end_time } = booking;
  const isTime = Date.parse(start_time) <= now && now < Date.parse(end_time) + missedDays * DAY;
  useFocusBack(isBusy);
  if (!isTime || (status !== 'confirmed' && status !== 'completed')) return null;

  async function toggle() {
    setBusy(true);
    setProblem(undefined);
    try {
      await client.bookings[no_show ? 'unmarkMissed' : 'markMissed'].mutate({ id });
      bookingsChanged();
      notify.success(no_show ? 'No-show removed.' : 'Marked as a no-show.');
    } catch (error) {
      setProblem(bookingErrorText(error));
    }
    await bookings.invalidate();
    setBusy(false);
  }

  return (
    <>
      <FormMessage>{problem}</FormMessage>
      <Button look="secondary" busy={isBusy} busyText="Saving..." onClick={() => void toggle()}>
        {no_show ? 'They came after all' : 'No-show'}
      </Button>
    </>
  );
}
