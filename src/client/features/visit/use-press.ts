import { useState } from 'react';
import { answerOf } from '#client/lib/errors.ts';
import { bookingErrorText } from '#client/lib/form-errors.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';

export type Press = 'start' | 'unstart' | 'finish' | 'unfinish';

/** Start, Done, and each taken back. `press` answers whether it is done. */
export function usePress(id: string) {
  const { client, bookings, availability } = trpc.useUtils();
  const [busy, setBusy] = useState<Press>();
  const [problem, setProblem] = useState<string>();
  useFocusBack(busy !== undefined);

  async function press(what: Press): Promise<boolean> {
    setBusy(what);
    setProblem(undefined);
    let isDone = false;
    try {
      await client.bookings[what].mutate({ id });
      bookingsChanged();
      isDone = true;
    } catch (error) {
      const isSameMinute = what === 'finish' && answerOf(error)?.status === 422;
      setProblem(
        isSameMinute ? 'It started just now. Press Done in a minute, or undo the start.' : bookingErrorText(error),
      );
    }
    await Promise.all([bookings.invalidate(), availability.invalidate()]);
    setBusy(undefined);
    return isDone;
  }
  return { press, busy, problem };
}
