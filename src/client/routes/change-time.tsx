import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { PlaceTime } from '#client/features/booking/place/place-time.tsx';
import { TimeOffDialog } from '#client/features/booking/place/time-off-dialog.tsx';
import { useIsTimeOff } from '#client/features/booking/place/use-time-check.ts';
import { reschedulable } from '#client/features/booking/reschedule/reschedulable.ts';
import { useAsking } from '#client/features/booking/reschedule/use-reschedule.ts';
import { type Reach, reaches, useLaterVisits } from '#client/features/booking/series/use-later-visits.ts';
import { slotDaysOf, slotsOf } from '#client/features/booking/slots/slots.ts';
import { useSlots } from '#client/features/booking/slots/use-slots.ts';
import { WeekSlots } from '#client/features/booking/slots/week-slots.tsx';
import { LoadedBooking } from '#client/features/booking/ticket/loaded-booking.tsx';
import { TellEarlier } from '#client/features/cancellation-list/tell-earlier.tsx';
import { besideForm, DayBeside } from '#client/features/dashboard/day-beside.tsx';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { originOf } from '#client/features/forms/came-from.ts';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { LoadButton } from '#client/ui/load-button.tsx';
import { ScreenLoading } from '#client/ui/loading.tsx';
import { EmptyState, Failure, FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Split } from '#client/ui/split.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import { TextArea } from '#client/ui/text-field.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { useMedia } from '#client/ui/use-media.ts';
import { useMoment, useShortMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import { lengths, MINUTE } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { isolated, namesOf } from '#shared/isolated.ts';
import { pagePath, pages } from '#shared/pages.ts';
import { personFirstName } from '#shared/person-name.ts';
import { tooLateText } from '#shared/rules/cancellation.ts';
import { holdsAtOnce, type Side, whyNotReschedule } from '#shared/rules/reschedule.ts';
import { dayKey, formatShortDay } from '#shared/time.ts';
import styles from './change-time.module.css';

const { title } = pages.changeTime;

/** Another time for a booking: a client chooses among slots, a professional any time that is free. */
export function ChangeTime() {
  const [query] = useSearchParams();
  // The calendar leads here with the time that an appointment was moved to, a list with one that is free.
  const given = Date.parse(query.get('start') ?? '');
  return (
    <LoadedBooking title={title}>
      {(booking, role) => (
        <Picker
          key={given}
          booking={booking}
          side={role === 'client' ? 'client' : 'professional'}
          given={Number.isFinite(given) ? given : undefined}
        />
      )}
    </LoadedBooking>
  );
}

interface PickerProps {
  booking: Booking;
  side: Side;
  /** Epoch milliseconds. */
  given: number | undefined;
}

function Picker({ booking, side, given }: PickerProps) {
  const { id, professional, services, start_time, status } = booking;
  const zone = professional.time_zone;
  const navigate = useNavigate();
  const moment = useShortMoment(zone);
  const longMoment = useMoment(zone);
  const { ask, moveLater, isBusy, isDone, problem, form, problems, clear } = useAsking(id);
  const { series, later } = useLaterVisits(booking);
  const [reach, setReach] = useState<Reach>('one');
  const [isAskingOff, setAskingOff] = useState<boolean>();
  const [start, setStart] = useState(given);
  const [message, setMessage] = useUnsavedState('message', '');
  const isClient = side === 'client';
  const [shownDay, setShownDay] = useState<string>();
  const hasDay = useMedia(besideForm) && !isClient;
  const other = isClient ? isolated(professional.display_name) : personFirstName(booking);
  const [wasRefused] = useState(() => whyNot(booking, side, Date.now()) !== undefined);
  const refused = wasRefused ? whyNot(booking, side, Date.now()) : undefined;
  const { data: profile } = trpc.professionals.byId.useQuery({ id: professional.id }, { staleTime: 300_000 });
  const isGuest = booking.client === null;
  const isMovingLater = side === 'professional' && reach === 'later' && series !== undefined;
  const isAtOnce =
    isMovingLater || holdsAtOnce(side, { status, instant: profile?.instant_confirmation ?? false, isGuest });
  const isTold = !isGuest || Boolean(booking.guest?.email);
  const ticket = pagePath('bookingDetails', { bookingId: id });
  const origin = originOf(useLocation().state);
  const minutes = (Date.parse(booking.end_time) - Date.parse(start_time)) / MINUTE;
  const isTimeOff = useIsTimeOff(start, minutes, !isClient);
  const canAgree = !isClient && !isAtOnce;

  /** `agreed`: the client has said yes already. */
  async function send({ agreed = false, isSure = false } = {}) {
    if (start === undefined) return;
    if (isTimeOff && !isSure) return setAskingOff(agreed);
    setAskingOff(undefined);
    const start_time = new Date(start).toISOString();
    if (isMovingLater) {
      if (!(await moveLater({ id: series.id, from: id, start_time }))) return;
      notify.success(`${counted(later.length + 1, 'visit')} moved.`);
      return leave(start);
    }
    const made = await ask({ start_time, message: message.trim() || null, ...(agreed ? { agreed } : {}) });
    if (!made) return;
    if (made.status === 'accepted') {
      notify.success(`Moved to ${moment(start)}.`);
      return leave(start);
    }
    notify.success(`We've asked ${other}.`);
    await navigate(ticket);
  }

  /** To where it was opened, of the calendar to the day that the booking is at now. */
  async function leave(at: number) {
    await navigate(origin === undefined ? ticket : onDay(origin, dayKey(at, zone)), { state: { saved: id } });
  }

  if (isDone) return <ScreenLoading title={title} />;
  if (refused) return <FailurePage title={title} text={refused} to={ticket} linkText="Back to the booking" />;
  return (
    <Page title={title} width={hasDay ? 'wide' : 'narrow'}>
      <PageHeading lead={<WholeTimes text={`${namesOf(services)}, currently ${longMoment(Date.parse(start_time))}`} />}>
        {title}
      </PageHeading>
      <Split
        aside={
          hasDay && (
            <DayBeside
              professionalId={professional.id}
              zone={zone}
              day={shownDay ?? dayKey(start ?? Date.parse(start_time), zone)}
            />
          )
        }
      >
        <div ref={form} className={styles.picker}>
          {isClient ? (
            <OfferedSlots booking={booking} start={start} choose={setStart} />
          ) : (
            <PlaceTime
              professionalId={professional.id}
              zone={zone}
              visit={{ booking_id: id }}
              minutes={minutes}
              old={Date.parse(start_time)}
              start={start}
              label="New time"
              problem={problems.start_time}
              onChoose={(chosen) => {
                setStart(chosen);
                clear('start_time');
              }}
              onDay={setShownDay}
            />
          )}
          <div className={styles.picker} data-held="always">
            {!isClient && later.length > 0 && (
              <ChoiceChips label="Which visits" options={reaches} value={reach} onChange={setReach} />
            )}
            {isTold && !isMovingLater && (
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
              {canAgree
                ? `If ${other} has already said yes, it moves straight away and we'll let them know. If you ask, we'll hold both times until they reply.`
                : isAtOnce
                  ? `The change is immediate.${isTold ? ` We'll let ${other} know.` : ''}`
                  : `We'll hold both times until ${other} replies.`}
            </p>
            <FormMessage>{problem ?? (isClient ? problems.start_time : undefined)}</FormMessage>
            {problem && booking.reschedule && booking.reschedule.requested_by !== side && (
              <ButtonLink look="secondary" to={ticket}>
                See their request
              </ButtonLink>
            )}
            <ButtonLink look="quiet" to={origin ?? ticket}>
              {isClient ? 'Keep my time' : "Don't move it"}
            </ButtonLink>
          </div>
          <StickyActions data-held="always">
            {canAgree && start !== undefined ? (
              <>
                <p className="figure">{moment(start)}</p>
                <div className={styles.both}>
                  <Button wide busy={isBusy} busyText="Changing..." onClick={() => void send({ agreed: true })}>
                    They agreed
                  </Button>
                  <Button look="secondary" wide disabled={isBusy} onClick={() => void send()}>
                    Ask them
                  </Button>
                </div>
              </>
            ) : (
              <Button
                wide
                disabled={start === undefined}
                busy={isBusy}
                busyText={isAtOnce ? 'Changing...' : 'Asking...'}
                onClick={() => void send()}
              >
                {start === undefined
                  ? 'Choose a time'
                  : `${isMovingLater ? `Move ${counted(later.length + 1, 'visit')} to` : isAtOnce ? 'Change to' : 'Ask for'} ${moment(start)}`}
              </Button>
            )}
          </StickyActions>
          {isAskingOff !== undefined && start !== undefined && (
            <TimeOffDialog
              start={start}
              zone={zone}
              confirmText="Take this time"
              onConfirm={() => void send({ agreed: isAskingOff, isSure: true })}
              onKeep={() => setAskingOff(undefined)}
            />
          )}
        </div>
      </Split>
    </Page>
  );
}

function onDay(path: string, day: string) {
  const [pathname = '', search] = path.split('?');
  if (pathname !== pagePath('calendar')) return path;
  const query = new URLSearchParams(search);
  query.set('date', day);
  return `${pathname}?${query}`;
}

/** Why it cannot be changed. What comes too late while something is chosen, the server says. */
function whyNot(booking: Booking, side: Side, now: number) {
  const why = whyNotReschedule(reschedulable(booking), { side, now });
  const texts: Partial<Record<string, string>> = {
    over: `A ${booking.status} booking can't get another time.`,
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
  const { windows, until, error, retry, isPending, lookFurther } = useSlots(
    { id: professional.id, booking_id: id },
    start_time,
    zone,
  );
  const failure = error && <Failure text="Failed to load availability." retry={retry} />;
  // The day of the time now is among the first that are loaded: until then another one would be shown, and move away.
  if (!windows || (isPending && until <= old)) return failure || <Skeleton height="310px" />;
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
        <TellEarlier booking={booking} days={days} />
        {failure}
      </>
    );
  }
  return (
    <>
      <WeekSlots
        days={days}
        free={free}
        zone={zone}
        opensOn={dayKey(start ?? (days.get(dayKey(old, zone))?.length ? old : first.start), zone)}
        until={until}
        lookFurther={lookFurther}
        isLooking={isPending}
        chosen={start ?? Number.NaN}
        old={old}
        onChoose={(time) => choose(time.start)}
      />
      <TellEarlier booking={booking} days={days} />
      {failure}
    </>
  );
}
