import { useState } from 'react';
import { choicesAsBooked, visitOf } from '#client/features/booking/choose/choices.ts';
import { bookingErrorText } from '#client/lib/form-errors.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import type { Booking } from '#shared/bookings.ts';
import { counted } from '#shared/counted.ts';
import { pagePath } from '#shared/pages.ts';
import { weeklyStarts } from '#shared/rules/series.ts';
import type { Series } from '#shared/series.ts';
import { DatePlan } from './date-plan.tsx';

/** How often most come, which can be chosen otherwise. */
const usualWeeks = 5;

/** After a booking on its own: the same again every so many weeks. Of a series: more dates. */
export function RepeatButton({ booking }: { booking: Booking }) {
  const { series, status, contact_id, services, start_time, professional } = booking;
  if (series) return <MoreDates booking={booking} series={series} />;
  if (!contact_id || status === 'cancelled') return null;
  const rhythm = { everyWeeks: usualWeeks, count: 80 };
  const [, ...later] = weeklyStarts(Date.parse(start_time), professional.time_zone, rhythm);
  const query = new URLSearchParams({ contact: contact_id, repeat: String(usualWeeks) });
  const next = later.find((start) => start > Date.now());
  if (next !== undefined) query.set('start', new Date(next).toISOString());
  for (const { id, options } of services) {
    query.append('service', id);
    for (const option of options) query.append('option', option.id);
  }
  return (
    <ButtonLink look="secondary" to={`${pagePath('writeIn')}?${query}`}>
      Repeat
    </ButtonLink>
  );
}

/** Which visit of how many it is. */
export function SeriesPlace({ series }: { series: NonNullable<Booking['series']> }) {
  const { position, count, every_weeks } = series;
  return (
    <p className="soft">
      Visit {position} of {count}, every {every_weeks === 1 ? 'week' : `${every_weeks} weeks`}
    </p>
  );
}

function MoreDates({ booking, series }: { booking: Booking; series: NonNullable<Booking['series']> }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = trpc.series.byId.useQuery({ id: series.id }, { enabled: isOpen, staleTime: 0 });
  return (
    <>
      <SeriesPlace series={series} />
      <Button look="secondary" onClick={() => setOpen(true)}>
        Add more dates
      </Button>
      {isOpen && data && <Sheet booking={booking} series={data} close={() => setOpen(false)} />}
    </>
  );
}

function Sheet({ booking, series, close }: { booking: Booking; series: Series; close: () => void }) {
  const { client, invalidate } = trpc.useUtils();
  const zone = booking.professional.time_zone;
  const last = Date.parse(series.bookings.at(-1)?.start_time ?? booking.start_time);
  const next = weeklyStarts(last, zone, { everyWeeks: series.every_weeks, count: 80 }).find(
    (start) => start > Math.max(last, Date.now()),
  );
  const live = series.bookings.find(
    ({ status, start_time }) => status === 'confirmed' && Date.parse(start_time) > Date.now(),
  );
  const [count, setCount] = useState(4);
  const [starts, setStarts] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function add() {
    setBusy(true);
    setProblem(undefined);
    try {
      await client.series.extend.mutate({ id: series.id, start_times: starts });
      bookingsChanged();
      notify.success(`${counted(starts.length, 'visit')} added.`);
      await invalidate();
      close();
    } catch (error) {
      setProblem(bookingErrorText(error));
    }
    setBusy(false);
  }

  return (
    <Dialog sheet close={close} title="Add more dates" busy={isBusy}>
      {next !== undefined && (
        <DatePlan
          // As long as it was booked for, where there is still a visit to tell it by.
          visit={live ? { booking_id: live.id } : visitOf(choicesAsBooked(booking))}
          zone={zone}
          start={next}
          rhythm={{ everyWeeks: series.every_weeks, count }}
          onRhythm={(rhythm) => setCount(rhythm.count)}
          isSettled
          onStarts={setStarts}
        />
      )}
      <FormMessage>{problem}</FormMessage>
      <Button wide disabled={starts.length === 0} busy={isBusy} busyText="Adding..." onClick={() => void add()}>
        {starts.length === 0 ? 'Choose a date' : `Add ${counted(starts.length, 'visit')}`}
      </Button>
    </Dialog>
  );
}
