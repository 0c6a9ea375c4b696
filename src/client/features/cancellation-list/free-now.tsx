import { useState } from 'react';
import { type Choices, detailsStep, stateOf, visitOf } from '#client/features/booking/choose/choices.ts';
import { reschedulable } from '#client/features/booking/reschedule/reschedulable.ts';
import { bringIntoView } from '#client/lib/focus.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useShortMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import { DAY, slotRangeMaxDays } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { tooLateText } from '#shared/rules/cancellation.ts';
import { whyNotReschedule } from '#shared/rules/reschedule.ts';
import styles from './cancellation-list.module.css';

const shown = 6;

/** What is waited for: services, or an earlier time of a booking. */
export type AwaitedVisit = (Pick<Choices, 'serviceIds' | 'optionIds'> & { minutes: number }) | { booking: Booking };

interface FreeNowProps {
  professional: { id: string; display_name: string; time_zone: string };
  visit: AwaitedVisit;
  /** When a time would suit; by default all the time before the booking. */
  windows: readonly { start: string; end: string }[] | undefined;
}

/** Why nobody has to wait: the times that are free in what was asked for, each with the way to take it. */
export function FreeNow({ professional, visit, windows }: FreeNowProps) {
  const { id, display_name, time_zone: zone } = professional;
  const [now] = useState(() => Date.now());
  const booking = 'booking' in visit ? visit.booking : undefined;
  const before = booking ? Date.parse(booking.start_time) : Infinity;
  const spans = (windows ?? [{ start: new Date(now).toISOString(), end: booking?.end_time ?? '' }]).map((one) => ({
    start: Date.parse(one.start),
    end: Date.parse(one.end),
  }));
  const from = Math.max(now, Math.min(...spans.map(({ start }) => start)));
  const to = Math.min(from + slotRangeMaxDays * DAY, Math.max(...spans.map(({ end }) => end)));
  const moment = useShortMoment(zone);
  const found = trpc.availability.ofProfessional.useQuery(
    {
      id,
      ...('serviceIds' in visit ? visitOf(visit) : { booking_id: visit.booking.id }),
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    },
    { staleTime: Infinity, gcTime: 0 },
  );
  if (found.isPending) return <Skeleton height="120px" />;
  if (!found.data) return <Failure text="Failed to load the free times." retry={found.refetch} />;
  const free = found.data
    .flatMap((window) => window.available_slots.map((slot) => ({ ...slot, availabilityId: window.id })))
    .filter(({ start_time, end_time }) => {
      const [start, end] = [Date.parse(start_time), Date.parse(end_time)];
      return start < before && spans.some((span) => start >= span.start && end <= span.end);
    })
    .slice(0, shown);
  if (free.length === 0)
    return <FormMessage tone="wait">It was just taken. Try again to wait for the next one.</FormMessage>;
  const isTooLate = booking && whyNotReschedule(reschedulable(booking), { side: 'client', now });
  return (
    <div ref={bringIntoView} className={styles.free}>
      <FormMessage tone="good">
        {`No need to wait: ${free.length === 1 ? 'this time is' : 'these times are'} free.`}
      </FormMessage>
      <ul className={styles.waiting} aria-label="Free times">
        {free.map(({ start_time, availabilityId }) => {
          const time = moment(Date.parse(start_time));
          const choices = { professionalId: id, slotStart: start_time, availabilityId };
          const step = 'serviceIds' in visit ? { ...visit, ...choices } : undefined;
          return (
            <li key={start_time}>
              <p>
                <WholeTimes text={time} />
              </p>
              {!isTooLate && (
                <ButtonLink
                  look="secondary"
                  aria-label={`Take it: ${time}`}
                  to={
                    step
                      ? detailsStep(step)
                      : `${pagePath('changeTime', { bookingId: booking?.id ?? '' })}?start=${start_time}`
                  }
                  state={step && stateOf(step)}
                >
                  Take it
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ul>
      {isTooLate && <p className="soft">{tooLateText(display_name)}</p>}
    </div>
  );
}
