import { useNow } from '#client/lib/now.ts';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { useMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { pendingUntil } from '#shared/rules/booking-status.ts';
import { cancelUntil } from '#shared/rules/cancellation.ts';

interface BookingFactsProps {
  professional: {
    display_name: string;
    time_zone: string;
    instant_confirmation: boolean;
    cancellation_cutoff_hours: number;
    cancellation_policy: string | null;
  };
  /** ISO 8601. */
  slotStart: string;
}

/** For how long a request waits for its answer, hours: the page's head says it. */
function answerWithin() {
  const said = document.querySelector('meta[name="answer-within-hours"]')?.getAttribute('content');
  return Number(said ?? 24);
}

/** What follows from 'Confirm Booking': who confirms it until when, what is paid, how it can be cancelled. */
export function BookingFacts({ professional, slotStart }: BookingFactsProps) {
  const { display_name, time_zone, instant_confirmation, cancellation_policy } = professional;
  const now = useNow();
  const moment = useMoment(time_zone);
  const start = Date.parse(slotStart);
  const answered = pendingUntil(now, start, answerWithin());
  const cancelled = cancelUntil({ start, created: now, cutoffHours: professional.cancellation_cutoff_hours });
  const until = (at: number) => (at === start ? 'it begins' : moment(at));
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Before you book</h2>
      <DetailList>
        <Detail name="Confirmation">
          {instant_confirmation ? (
            "Confirmed at once. We'll email you the details."
          ) : (
            <>
              This is a request. <bdi>{display_name}</bdi> has until <WholeTimes text={until(answered)} /> to confirm.
              We'll email you.
            </>
          )}
        </Detail>
        <Detail name="To pay now">No deposit. You pay at the visit.</Detail>
        <Detail name="Cancelling">
          You can change or cancel it online until <WholeTimes text={`${until(cancelled)}.`} />
        </Detail>
        {cancellation_policy && <Detail name="Policy">{cancellation_policy}</Detail>}
      </DetailList>
    </section>
  );
}
