import { choicesAsBooked, timeStep, visitOf } from '#client/features/booking/choose/choices.ts';
import { AskedSlots } from '#client/features/browse/asked-slots.tsx';
import { useNextSlots } from '#client/features/service/use-next-slots.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import type { Booking } from '#shared/bookings.ts';
import { namesOf } from '#shared/isolated.ts';
import styles from './own-bookings.module.css';

/** The last visit once more: its services with the same professional, at one of the next times or another. */
export function Again({ visit }: { visit: Booking }) {
  const { professional, services } = visit;
  const booked = choicesAsBooked(visit);
  const { data, isError } = useNextSlots(professional.id, visitOf(booked));
  // Whoever has gone, or no longer does this, is not offered; nor is a quote, which was for that visit.
  if (isError || visit.quote_id !== null) return null;
  const slotStart = data?.slots[0]?.start_time ?? '';
  const choices = { ...booked, slotStart };
  return (
    <section className={styles.rows} aria-labelledby="again">
      <h2 id="again">
        {namesOf(services)} with <bdi>{professional.display_name}</bdi> again?
      </h2>
      <Card>
        <div className={styles.again}>
          {data && (
            <>
              <AskedSlots
                slots={data.slots}
                optionIds={booked.optionIds}
                professionalId={professional.id}
                zone={data.zone}
                name={professional.display_name}
              />
              <ButtonLink look="secondary" to={timeStep(choices)} aria-describedby="again">
                Book again
              </ButtonLink>
            </>
          )}
        </div>
      </Card>
    </section>
  );
}
