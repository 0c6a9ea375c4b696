import { useNavigate, useParams, useSearchParams } from 'react-router';
import { FindBar } from '#client/features/browse/find-bar.tsx';
import { ListingCardSkeleton } from '#client/features/browse/listing-card.tsx';
import { ProfessionalCard } from '#client/features/browse/professional-card.tsx';
import { type Filters, noFilters, queryOf } from '#client/features/browse/use-filters.ts';
import { lookOfProfessional } from '#client/features/pictures/ornaments.tsx';
import { loadErrorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { CardGrid } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { EmptyState, Failure } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pageSizes } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { type FindPage, fewestFound, findPageOf } from '#shared/find-pages.ts';
import { pairTurns } from '#shared/ornament-patterns.ts';
import { skipIn } from '#shared/page-skip.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './find.module.css';
import { NotFound } from './not-found.tsx';

/** Who of one specialization works in one city. */
export function Find() {
  const { specialization, city } = useParams();
  const page = findPageOf(specialization, city);
  return page ? <Found key={`${specialization} ${city}`} page={page} /> : <NotFound />;
}

const skeletons = ['1', '2', '3'].map((name) => (
  <li key={name}>
    <ListingCardSkeleton />
  </li>
));

function Found({ page: { specialization, city } }: { page: FindPage }) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const skip = skipIn(query);
  const { data, error, isPending, refetch } = trpc.professionals.list.useQuery({
    specialization_names: [specialization.name],
    location: city.name,
    sort: 'name',
    skip,
    limit: pageSizes.search,
  });
  const turns = pairTurns((data?.results ?? []).map(lookOfProfessional));
  const title = `${specialization.plural} in ${city.name}`;
  if (data && data.total < fewestFound) return <NotFound />;
  const own = pagePath('find', { specialization: specialization.slug, city: city.slug });
  const pageAt = (from: number) => (from > 0 ? `${own}?skip=${from}` : own);
  const further = skip + pageSizes.search;
  const asked: Filters = { ...noFilters, chosen: [specialization.name], location: city.name };
  const lookFor = (next: Partial<Filters>) =>
    void navigate(`${pagePath('browseProfessionals')}?${queryOf({ ...asked, ...next })}`);
  return (
    <Page title={title}>
      <PageHeading lead={`Who they are, what they charge and when they are free, in ${city.name} and around it.`}>
        {title}
      </PageHeading>
      <search className={styles.bar}>
        <FindBar
          filters={asked}
          change={lookFor}
          action={pagePath('browseProfessionals')}
          what="Hair or name"
          where="Location"
          button="Filter"
        />
      </search>
      <p className={styles.count} role="status">
        {data && counted(data.total, 'professional')}
      </p>
      {error && !data && <Failure text={loadErrorText(error, 'Failed to load professionals.')} retry={refetch} />}
      <CardGrid aria-hidden={isPending || undefined}>
        {isPending && skeletons}
        {data?.results.map((professional, index) => (
          <li key={professional.id}>
            <ProfessionalCard professional={professional} turn={turns[index]} />
          </li>
        ))}
      </CardGrid>
      {data && data.results.length === 0 && (
        <EmptyState text="Nobody on this page.">
          <ButtonLink look="secondary" to={own}>
            To the first page
          </ButtonLink>
        </EmptyState>
      )}
      {data && data.total > pageSizes.search && (
        <nav className={styles.pages} aria-label="Pages">
          {skip > 0 && <Link to={pageAt(skip - pageSizes.search)}>Previous page</Link>}
          {further < data.total && <Link to={pageAt(further)}>Next page</Link>}
        </nav>
      )}
    </Page>
  );
}
