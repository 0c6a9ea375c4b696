import { PrivatePictures } from '#client/features/pictures/private-pictures.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Card } from '#client/ui/card.tsx';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Booking } from '#shared/bookings.ts';
import { isolated } from '#shared/isolated.ts';
import { personFirstName } from '#shared/person-name.ts';
import { PatternDrawing } from './drawings.tsx';
import styles from './hair.module.css';
import { HealthFacts } from './health-facts.tsx';
import { answersOf } from './questions.tsx';

/** What a client shares with the professional of a booking, as it is now. Each look is written down for the client. */
export function HairOfBooking({ booking }: { booking: Booking }) {
  const { data, error, refetch } = trpc.hair.ofBooking.useQuery({ id: booking.id }, { staleTime: 0, gcTime: 0 });
  const name = isolated(personFirstName(booking));
  // It was taken back meanwhile.
  if (statusOf(error) === 404) return null;
  if (error) return <Failure text={`Failed to load the hair of ${name}.`} retry={refetch} />;
  if (!data) return <Skeleton height="260px" />;
  const { hair, health, pictures, length_fits } = data;
  const isNothing = hair === null && health === null && pictures.length === 0;
  return (
    <section className={styles.part} aria-labelledby="hair-of-client">
      <h2 id="hair-of-client">Hair of {name}</h2>
      {length_fits === false && (
        <FormMessage tone="wait">This hair is shorter than a service of this booking asks for.</FormMessage>
      )}
      {isNothing && <p className="soft">{name} shares it, but hasn't told anything yet.</p>}
      {hair && (
        <Card>
          <DetailList inset>
            {answersOf(hair, true).map(({ part, name: about, text }) => (
              <Detail key={part} name={about}>
                {text}
                {part === 'crown' && hair.patterns.crown && <PatternDrawing pattern={hair.patterns.crown} />}
              </Detail>
            ))}
            {answersOf(hair, true).length === 0 && <Detail name="Hair">Not sure of anything</Detail>}
          </DetailList>
        </Card>
      )}
      {health && (
        <>
          <h3>Health</h3>
          <Card>
            <HealthFacts health={health} />
          </Card>
        </>
      )}
      {pictures.length > 0 && (
        <PrivatePictures
          address={`/bookings/${booking.id}/hair/pictures`}
          pictures={pictures}
          alt={`Hair of ${personFirstName(booking)}`}
        />
      )}
    </section>
  );
}
