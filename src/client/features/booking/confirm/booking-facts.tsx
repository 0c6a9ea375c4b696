import { useNow } from '#client/lib/now.ts';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { useMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { pendingUntil } from '#shared/rules/booking-status.ts';
import { cancelUntil } from '#shared/rules/cancellation.ts';
import { formatPrice } from '#shared/rules/price.ts';

interface BookingFactsProps {
  professional: {
    display_name: string;
    time_zone: string;
    instant_confirmation: boolean;
    place: { kind: string } | null;
    cancellation_cutoff_hours: number;
    cancellation_policy: string | null;
  };
  /** ISO 8601. */
  slotStart: string;
  /** Dollars to pay ahead; 0 is none. */
  deposit: number;
}

/** For how long a request waits for its answer, hours: the page's head says it. */
export function answerWithin() {
  const said = document.querySelector('meta[name="answer-within-hours"]')?.getAttribute('content');
  return Number(said ?? 24);
}

/** What follows from 'Confirm Booking': who confirms it until when, what is paid, how it can be cancelled. */
export function BookingFacts({ professional, slotStart, deposit }: BookingFactsProps) {
  const { display_name, time_zone, instant_confirmation, place, cancellation_policy } = professional;
  const now = useNow();
  const moment = useMoment(time_zone);
  const start = Date.parse(slotStart);
  const answered = pendingUntil(now, start, answerWithin());
  const cancelled = cancelUntil({ start, created: now, cutoffHours: professional.cancellation_cutoff_hours });
  const until = (at: number) => (at === start ? 'the start of the visit' : moment(at));
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Before you book</h2>
      <DetailList>
        <Detail name="Confirmation">
          {deposit > 0 ? (
            <>
              Confirmed once <bdi>{display_name}</bdi> has your deposit. They have until{' '}
              <WholeTimes text={`${until(answered)}.`} /> We'll email you.
            </>
          ) : instant_confirmation && place?.kind !== 'home' ? (
            "Confirmed at once. We'll email you the details."
          ) : (
            <>
              This is a request. <bdi>{display_name}</bdi> has until <WholeTimes text={until(answered)} /> to confirm.{' '}
              {instant_confirmation && "If you've visited before, it's confirmed at once. "}We'll email you.
            </>
          )}
        </Detail>
        <Detail name="To pay now">
          {deposit > 0 ? (
            <>
              A deposit of <strong>{formatPrice(deposit)}</strong>, by <WholeTimes text={`${until(answered)}.`} /> Once
              you've booked we'll show you where to, from your own bank. The rest is paid at the visit.
            </>
          ) : (
            'No deposit. You pay at the visit.'
          )}
        </Detail>
        {deposit > 0 && (
          <Detail name="If it's cancelled">
            Cancel in time, or if <bdi>{display_name}</bdi> cancels, and you get your deposit back. If you don't show
            up, it's kept.
          </Detail>
        )}
        <Detail name="Cancelling">
          You can change or cancel it online until <WholeTimes text={`${until(cancelled)}.`} />
        </Detail>
        {cancellation_policy && <Detail name="Policy">{cancellation_policy}</Detail>}
      </DetailList>
    </section>
  );
}
