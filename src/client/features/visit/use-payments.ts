import { useState } from 'react';
import { saveErrorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import type { Payment } from '#shared/payments.ts';

/** Writes down what was paid of a booking, issues its receipt and voids it. */
export function usePayments(id: string) {
  const { client, bookings, insights } = trpc.useUtils();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useFocusBack(busy !== undefined);

  /** Answers whether it is done; `name` is of the button that is busy meanwhile. */
  async function attempt(name: string, call: () => Promise<unknown>): Promise<boolean> {
    setBusy(name);
    setProblem(undefined);
    let isDone = false;
    try {
      await call();
      isDone = true;
    } catch (error) {
      setProblem(fieldErrors(error).payments ?? saveErrorText(error));
    }
    await Promise.all([bookings.invalidate(), insights.invalidate()]);
    setBusy(undefined);
    return isDone;
  }
  return {
    busy,
    problem,
    write: (name: string, payments: readonly (Omit<Payment, 'paid_on'> & { paid_on?: string })[]) =>
      attempt(name, () => client.bookings.writePayments.mutate({ id, payments: [...payments] })),
    issue: () => attempt('issue', () => client.bookings.issueReceipt.mutate({ id })),
    discard: () => attempt('void', () => client.bookings.voidReceipt.mutate({ id })),
  };
}
