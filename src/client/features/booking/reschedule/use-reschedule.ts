import { useState } from 'react';
import { bookingErrorText, fieldErrors } from '#client/lib/form-errors.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useAttempt } from '#client/lib/use-attempt.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { useProblems } from '#client/ui/use-problems.ts';
import type { Booking } from '#shared/bookings.ts';
import type { RescheduleInput } from '#shared/reschedules.ts';
import type { Answer } from '#shared/rules/reschedule.ts';
import type { SeriesMove } from '#shared/series.ts';

/**
 * Asks for another time. The same press, repeated, is one request: a new time has a new key. What is wrong with a field
 * is among the `problems` of `form`. Once it `isDone`, the screen is to be left at once: it would find its own time
 * taken.
 */
export function useAsking(bookingId: string) {
  const { client, bookings, availability, series } = trpc.useUtils();
  const attempt = useAttempt();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { form, problems, show, clear } = useProblems<HTMLDivElement>();
  useFocusBack(isBusy);

  /** Resolves with the request, undefined when it was refused. */
  function ask(input: RescheduleInput) {
    const context = { idempotencyKey: attempt.keyOf(JSON.stringify(input)) };
    return change(() => client.reschedules.ask.mutate({ id: bookingId, ...input }, { context }));
  }

  /** Moves it and all later visits of its series; resolves with that, undefined when it was refused. */
  function moveLater(input: SeriesMove & { id: string }) {
    return change(() => client.series.move.mutate(input));
  }

  async function change<T>(send: () => Promise<T>): Promise<T | undefined> {
    if (isBusy) return undefined;
    setBusy(true);
    setProblem(undefined);
    show({});
    const refresh = () => Promise.all([bookings.invalidate(), availability.invalidate(), series.invalidate()]);
    try {
      const made = await send();
      setDone(true);
      bookingsChanged();
      void refresh();
      return made;
    } catch (error) {
      const said = fieldErrors(error);
      show(said);
      if (!('start_time' in said || 'message' in said)) setProblem(bookingErrorText(error));
      await refresh();
      setBusy(false);
      return undefined;
    }
  }
  return { ask, moveLater, isBusy, isDone, problem, form, problems, clear };
}

/** Answers the pending request of a booking, or withdraws it. */
export function useAnswering({ id, reschedule }: Booking) {
  const { client, bookings, availability } = trpc.useUtils();
  const [busy, setBusy] = useState<Answer>();
  const [problem, setProblem] = useState<string>();

  async function answer(status: Answer) {
    if (!reschedule || busy) return false;
    setBusy(status);
    setProblem(undefined);
    try {
      await client.reschedules.answer.mutate({ id, reschedule_id: reschedule.id, status });
      bookingsChanged();
      return true;
    } catch (error) {
      setProblem(bookingErrorText(error));
      return false;
    } finally {
      await Promise.all([bookings.invalidate(), availability.invalidate()]);
      setBusy(undefined);
    }
  }
  return { answer, busy, problem };
}
