import { useState } from 'react';
import { answerOf } from '#client/lib/errors.ts';
import { bookingErrorText, fieldErrors } from '#client/lib/form-errors.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';

export type Press = 'start' | 'unstart' | 'finish' | 'unfinish';

/** Start, Done, each corrected (`at`, epoch milliseconds) or taken back. `press` answers whether it is done. */
export function usePress(id: string) {
  const { client, bookings, availability } = trpc.useUtils();
  const [busy, setBusy] = useState<Press>();
  const [problem, setProblem] = useState<string>();
  useFocusBack(busy !== undefined);

  async function press(what: Press, at?: number): Promise<boolean> {
    setBusy(what);
    setProblem(undefined);
    let isDone = false;
    try {
      await client.bookings[what].mutate({ id, at: at === undefined ? null : new Date(at).toISOString() });
      bookingsChanged();
      isDone = true;
    } catch (error) {
      const isSameMinute = what === 'finish' && at === undefined && answerOf(error)?.status === 422;
      const text = fieldErrors(error).at ?? bookingErrorText(error);
      setProblem(isSameMinute ? 'It started just now. Press Done in a minute, or undo the start.' : text);
    }
    await Promise.all([bookings.invalidate(), availability.invalidate()]);
    setBusy(undefined);
    return isDone;
  }
  return { press, busy, problem };
}
