import { useState } from 'react';
import { bookingErrorText } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import type { Booking } from '#shared/bookings.ts';
import { dueDay, weeksOffered, whyNotDue } from '#shared/rules/due.ts';
import { dayKey, formatLongDate } from '#shared/time.ts';
import styles from './ticket-page.module.css';

/** After a visit its client can choose when to be told that the next one is due. */
export function DueAgain({ booking, now }: { booking: Booking; now: number }) {
  const { client, bookings } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { id, due_on, professional } = booking;
  const visit = { ...booking, start: Date.parse(booking.start_time), end: Date.parse(booking.end_time) };
  const dayAfter = (weeks: number) => dueDay(visit.start, weeks, professional.time_zone).due_on;
  const canAsk = whyNotDue(visit, now) === undefined;
  const weeks = weeksOffered.filter((one) => dayAfter(one) > dayKey(now, professional.time_zone));
  if (due_on === null && (!canAsk || weeks.length === 0)) return null;

  async function save(chosen: number | null) {
    setBusy(true);
    setProblem(undefined);
    try {
      await (chosen === null
        ? client.bookings.dropDue.mutate({ id })
        : client.bookings.askDue.mutate({ id, weeks: chosen }));
    } catch (error) {
      setProblem(bookingErrorText(error));
    }
    await bookings.invalidate();
    setBusy(false);
  }

  return (
    <section id="due" className={styles.actions} aria-labelledby="due-again" aria-busy={isBusy}>
      <h2 id="due-again">Remind me when I'm due again</h2>
      <p role="status">
        {due_on === null
          ? "Choose when, and we'll tell you once on that day."
          : `We'll remind you on ${formatLongDate(Date.parse(due_on), 'UTC')}.`}
      </p>
      {canAsk && (
        <ChoiceChips
          label="Remind me in"
          options={weeks.map((one) => ({ value: String(one), label: `${one} weeks` }))}
          value={String(weeks.find((one) => dayAfter(one) === due_on) ?? '')}
          onChange={(chosen) => void save(Number(chosen))}
        />
      )}
      {due_on !== null && (
        <Button look="secondary" onClick={() => void save(null)}>
          Don't remind me
        </Button>
      )}
      <FormMessage>{problem}</FormMessage>
    </section>
  );
}
