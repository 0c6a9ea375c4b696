import { useState } from 'react';
import { saveErrorText, statusOf } from '#client/lib/errors.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';

export type DepositCall = 'paid' | 'received' | 'notReceived' | 'refunded';

const done: Record<DepositCall, string> = {
  paid: "Thanks. We've let them know.",
  received: 'Received.',
  notReceived: "We've let them know.",
  refunded: 'Marked as sent back.',
};
const changed = "This has changed since you opened it. Here's how it is now.";

/** What a side says of a booking's deposit; the page shows what became of it. */
export function useDeposit(id: string) {
  const { client, bookings } = trpc.useUtils();
  const [busy, setBusy] = useState<DepositCall>();
  const [problem, setProblem] = useState<string>();
  useFocusBack(busy !== undefined);

  async function say(call: DepositCall) {
    setBusy(call);
    setProblem(undefined);
    let isDone = false;
    try {
      await client.deposits[call].mutate({ id });
      bookingsChanged();
      notify.success(done[call]);
      isDone = true;
    } catch (error) {
      setProblem(statusOf(error) === 409 ? changed : saveErrorText(error));
    }
    await bookings.invalidate();
    setBusy(undefined);
    return isDone;
  }

  return { say, busy, problem };
}
