import { ProfessionalCard } from '#client/features/browse/professional-card.tsx';
import { allFavourites } from '#client/features/favourites/favourite-button.tsx';
import { lookOfProfessional } from '#client/features/pictures/ornaments.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { CardGrid } from '#client/ui/card.tsx';
import { Failure } from '#client/ui/message.tsx';
import { pairTurns } from '#shared/ornament-patterns.ts';
import styles from './own-bookings.module.css';

/** Whom a client likes to come back to; nothing where there is nobody. */
export function Favourites() {
  const { data, error, refetch } = trpc.favourites.list.useQuery(allFavourites, { staleTime: 0 });
  if (error && !data) return <Failure text="Failed to load your favourites." retry={refetch} />;
  if (!data || data.length === 0) return null;
  const turns = pairTurns(data.map(lookOfProfessional));
  return (
    <section className={styles.rows} aria-labelledby="favourites">
      <h2 id="favourites">Favourites</h2>
      <CardGrid>
        {data.map((professional, index) => (
          <li key={professional.id}>
            <ProfessionalCard professional={professional} turn={turns[index]} heading="h3" />
          </li>
        ))}
      </CardGrid>
    </section>
  );
}
