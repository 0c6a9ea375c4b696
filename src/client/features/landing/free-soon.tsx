import { ListingCardSkeleton } from '#client/features/browse/listing-card.tsx';
import { ProfessionalCard } from '#client/features/browse/professional-card.tsx';
import { noFilters, queryOf, type useFilters } from '#client/features/browse/use-filters.ts';
import { lookOfProfessional } from '#client/features/pictures/ornaments.tsx';
import { useFailureLog } from '#client/lib/failure-log.ts';
import { askForFocus } from '#client/lib/focus.ts';
import { type Outputs, trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { CardGrid } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { TryAgain } from '#client/ui/message.tsx';
import { pairTurns } from '#shared/ornament-patterns.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './free-soon.module.css';

const shown = 3;
const skeletons = Array.from({ length: shown }, (_, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
  <li key={index} aria-hidden="true">
    <ListingCardSkeleton />
  </li>
));
const failedText = 'Failed to load who is free soon.';

/** The three whom these filters find with the soonest slots. */
export function FreeSoon({ filters, input, isFiltered, change }: ReturnType<typeof useFilters>) {
  const { data, error, refetch } = trpc.professionals.list.useQuery({
    ...input,
    sort: 'soonest',
    skip: 0,
    limit: shown,
  });
  useFailureLog(failedText, error);
  const soonest = data?.results.filter(({ next_free }) => next_free !== null);
  const nobody = soonest?.length === 0;

  /** The focus goes on before the button vanishes. */
  function showEverybody() {
    askForFocus(document.querySelector('h1'));
    change(noFilters);
  }
  return (
    <section className={styles.band} aria-labelledby="free-soon">
      <div className={styles.head}>
        <h2 id="free-soon">Free soon</h2>
        <Link to={`${pagePath('browseProfessionals')}${isFiltered ? `?${queryOf(filters)}` : ''}`}>
          All professionals
        </Link>
      </div>
      <div aria-live="polite">
        {error && !data && (
          <p className={styles.said}>
            {failedText} <TryAgain look="quiet" failedText={failedText} retry={refetch} />
          </p>
        )}
        {nobody && (
          <p className={styles.said}>
            {isFiltered ? 'Nobody like that is free in the next 14 days.' : 'Nobody is free in the next 14 days.'}{' '}
            {isFiltered && (
              <Button look="quiet" onClick={showEverybody}>
                Show everybody
              </Button>
            )}
          </p>
        )}
      </div>
      {!nobody && !(error && !data) && (
        <CardGrid className={styles.grid}>{soonest ? <FreeCards professionals={soonest} /> : skeletons}</CardGrid>
      )}
    </section>
  );
}

function FreeCards({ professionals }: { professionals: Outputs['professionals']['list']['results'] }) {
  const turns = pairTurns(professionals.map(lookOfProfessional));
  return professionals.map((professional, index) => (
    <li key={professional.id}>
      <ProfessionalCard professional={professional} turn={turns[index]} heading="h3" />
    </li>
  ));
}
