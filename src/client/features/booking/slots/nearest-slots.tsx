import { askedOf, type Choices, noSlot, stateOf, timeStep } from '#client/features/booking/choose/choices.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import { DAY, slotHorizonDays } from '#shared/constants.ts';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import styles from './nearest-slots.module.css';
import { nearestTo, type Slot, slotsOf } from './slots.ts';

const offered = 6;
const weekBefore = 7 * DAY;

interface NearestSlotsProps {
  choices: Choices;
  zone: string;
  onChoose: (time: Slot) => void;
}

/** Alternatives to a time that was taken: the nearest slots, freshly loaded, and a link to all. */
export function NearestSlots({ choices, zone, onChoose }: NearestSlotsProps) {
  const lost = Date.parse(choices.slotStart);
  // By default the server returns the next 60 days.
  const isFarAhead = lost - weekBefore > Date.now() + (slotHorizonDays * DAY) / 2;
  const { data, error, isPending, refetch } = trpc.availability.ofProfessional.useQuery(
    {
      id: choices.professionalId,
      ...askedOf(choices),
      from: isFarAhead ? new Date(lost - weekBefore).toISOString() : undefined,
    },
    { staleTime: 0, gcTime: 0, refetchOnMount: 'always' },
  );
  const others = { ...choices, ...noSlot };
  const near = nearestTo(data ? slotsOf(data).filter(({ start }) => start !== lost) : [], lost, offered);
  return (
    <div className={styles.box}>
      {isPending && <Skeleton height="120px" />}
      {error && !data && <Failure text="Failed to load the nearest free times." retry={refetch} />}
      {near.length > 0 && (
        <>
          <p>These are the nearest free times:</p>
          <ul className={styles.slots} aria-label="Nearest free times">
            {near.map((time) => (
              <li key={time.start}>
                <Button look="secondary" onClick={() => onChoose(time)}>
                  <span>
                    <WholeTimes text={`${formatShortDay(time.start, zone)}, ${formatSlotTime(time.start, zone)}`} />
                    <ZoneName at={time.start} zone={zone} />{' '}
                    <ViewerTime at={time.start} zone={zone} className={styles.own} />
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <Link to={timeStep(others)} state={stateOf(others)} className={styles.all}>
          Pick another time
        </Link>
      </p>
    </div>
  );
}
