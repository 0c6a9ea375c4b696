import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { reschedulable } from '#client/features/booking/reschedule/reschedulable.ts';
import { useAsking } from '#client/features/booking/reschedule/use-reschedule.ts';
import { slotDaysOf, slotsOf } from '#client/features/booking/slots/slots.ts';
import { useSlots } from '#client/features/booking/slots/use-slots.ts';
import { WeekSlots } from '#client/features/booking/slots/week-slots.tsx';
import { LoadedBooking } from '#client/features/booking/ticket/loaded-booking.tsx';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { LoadButton } from '#client/ui/load-button.tsx';
import { EmptyState, Failure, FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import { DateTimeField, TextArea } from '#client/ui/text-field.tsx';
import { useMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import { lengths } from '#shared/constants.ts';
import { isolated, namesOf } from '#shared/isolated.ts';
import { pagePath, pages } from '#shared/pages.ts';
import { personFirstName } from '#shared/person-name.ts';
import { tooLateText } from '#shared/rules/cancellation.ts';
import { holdsAtOnce, type Side, whyNotReschedule } from '#shared/rules/reschedule.ts';
import { dayKey, formatShortDay, formatShortMoment, fromLocalInput, toLocalInput } from '#shared/time.ts';
import styles from './change-time.module.css';

const { title } = pages.changeTime;

/** Another time for a booking: a client chooses among slots, a professional any time that is free. */
export function ChangeTime() {
  return (
    <LoadedBooking title={title}>
      {(booking, role) => <Picker booking={booking} side={role === 'client' ? 'client' : 'professional'} />}
    </LoadedBooking>
  );
}

function Picker({ booking, side }: { booking: Booking; side: Side }) {
  const { id, professional, services, start_time, status } = booking;
  const zone = professional.time_zone;
  const navigate = useNavigate();
  const { ask, isBusy, problem, form, problems, clear } = useAsking(id);
  const [query] = useSearchParams();
  // The calendar leads here with the time that an appointment was moved to.
  const given = Date.parse(query.get('start') ?? '');
  const [start, setStart] = useState(side === 'professional' && Number.isFinite(given) ? given : undefined);
  const [message, setMessage] = useUnsavedState('message', '');
  const isClient = side === 'client';
  const other = isClient ? isolated(professional.display_name) : personFirstName(booking);
  const [wasRefused] = useState(() => whyNot(booking, side, Date.now()) !== undefined);
  const refused = wasRefused ? whyNot(booking, side, Date.now()) : undefined;
  const { data: profile } = trpc.professionals.byId.useQuery({ id: professional.id }, { staleTime: 300_000 });
  const isGuest = booking.client === null;
  const isAtOnce = holdsAtOnce(side, { status, instant: profile?.instant_confirmation ?? false, isGuest });
  const isTold = !isGuest || Boolean(booking.guest?.email);
  const ticket = pagePath('bookingDetails', { bookingId: id });

  async function send() {
    if (start === undefined) return;
    const made = await ask({ start_time: new Date(start).toISOString(), message: message.trim() || null });
    if (!made) return;
    notify.success(
      made.status === 'accepted' ? `It is at ${formatShortMoment(start, zone)} now.` : `${other} is asked.`,
    );
    await navigate(ticket);
  }

  if (refused) return <FailurePage title={title} text={refused} to={ticket} linkText="Back to the booking" />;
  return (
    <Page title={title} width="narrow">
      <PageHeading
        lead={
          <WholeTimes text={`${namesOf(services)}, until now ${formatShortMoment(Date.parse(start_time), zone)}`} />
        }
      >
        {title}
      </PageHeading>
      <div ref={form} className={styles.picker}>
        {isClient ? (
          <OfferedSlots booking={booking} start={start} choose={setStart} />
        ) : (
          <AnyTime
            booking={booking}
            given={start}
            problem={problems.start_time}
            choose={(chosen) => {
              setStart(chosen);
              clear('start_time');
            }}
          />
        )}
        {isTold && (
          <TextArea
            label="Message (optional)"
            hint={`${other} will read it.`}
            rows={2}
            maxLength={lengths.rescheduleMessage.max}
            value={message}
            error={problems.message}
            onChange={(event) => {
              setMessage(event.target.value);
              clear('message');
            }}
          />
        )}
        <p className="soft">
          {isAtOnce
            ? `The new time holds at once${isTold ? `, and ${other} is told` : ''}.`
            : `Nobody loses the old time by asking: both are held until ${other} answers.`}
        </p>
        <FormMessage>{problem ?? (isClient ? problems.start_time : undefined)}</FormMessage>
        {problem && booking.reschedule && booking.reschedule.requested_by !== side && (
          <ButtonLink look="secondary" to={ticket}>
            See their request
          </ButtonLink>
        )}
        <ButtonLink look="quiet" to={ticket}>
          Keep my time
        </ButtonLink>
        <StickyActions>
          <Button
            wide
            disabled={start === undefined}
            busy={isBusy}
            busyText={isAtOnce ? 'Changing...' : 'Asking...'}
            onClick={() => void send()}
          >
            {start === undefined
              ? 'Choose a time'
              : `${isAtOnce ? 'Change to' : 'Ask for'} ${formatShortMoment(start, zone)}`}
          </Button>
        </StickyActions>
      </div>
    </Page>
  );
}

/** Why it cannot be changed. What comes too late while something is chosen, the server says. */
function whyNot(booking: Booking, side: Side, now: number) {
  const why = whyNotReschedule(reschedulable(booking), { side, now });
  const texts: Partial<Record<string, string>> = {
    over: `A ${booking.status} booking gets no other time.`,
    begun: 'This booking has begun.',
    'answer first': 'Please answer the other request first.',
    'too late': tooLateText(booking.professional.display_name),
  };
  return why && texts[why];
}

interface OfferedSlotsProps {
  booking: Booking;
  start: number | undefined;
  choose: (start: number) => void;
}

/** What is offered for a visit of the same length, its own time aside. */
function OfferedSlots({ booking, start, choose }: OfferedSlotsProps) {
  const { id, professional, start_time } = booking;
  const zone = professional.time_zone;
  const old = Date.parse(start_time);
  const moment = useMoment(zone);
  const { windows, until, error, retry, isPending, lookFurther } = useSlots(
    { id: professional.id, booking_id: id },
    start_time,
    zone,
  );
  const failure = error && <Failure text="Failed to load availability." retry={retry} />;
  // The day of the time now is among the first that are loaded: until then another one would be shown, and move away.
  if (!windows || (isPending && until <= old)) return failure || <Skeleton height="240px" />;
  const days = slotDaysOf(windows, zone);
  const free = slotsOf(windows);
  const first = free[0];
  if (!first) {
    return (
      <>
        <EmptyState text={`No other times are free before ${formatShortDay(until, zone, Date.now())}.`}>
          {lookFurther && (
            <LoadButton busy={isPending} load={lookFurther} remains="No other times found.">
              {isPending ? 'Loading availability...' : 'Look at later dates'}
            </LoadButton>
          )}
        </EmptyState>
        {failure}
      </>
    );
  }
  return (
    <>
      <p className={styles.old}>
        Your time now:{' '}
        <span className="figure">
          <WholeTimes text={moment(old)} />
        </span>
      </p>
      <WeekSlots
        days={days}
        free={free}
        zone={zone}
        opensOn={dayKey(days.get(dayKey(old, zone))?.length ? old : first.start, zone)}
        until={until}
        lookFurther={lookFurther}
        isLooking={isPending}
        chosen={start ?? Number.NaN}
        old={old}
        onChoose={(time) => choose(time.start)}
      />
      {failure}
    </>
  );
}

interface AnyTimeProps {
  booking: Booking;
  given: number | undefined;
  problem: string | undefined;
  choose: (start: number | undefined) => void;
}

/** A professional may offer any time that is free, outside of their hours, too. */
function AnyTime({ booking, given, problem, choose }: AnyTimeProps) {
  const zone = booking.professional.time_zone;
  const [typed, setTyped] = useState(() => toLocalInput(given ?? Date.parse(booking.start_time), zone));
  return (
    <DateTimeField
      label="New time"
      hint="Any time that is free, outside of your hours, too."
      value={typed}
      error={problem}
      onChange={(event) => {
        setTyped(event.target.value);
        choose(fromLocalInput(event.target.value, zone));
      }}
    />
  );
}
