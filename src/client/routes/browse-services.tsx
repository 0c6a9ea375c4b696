import { type FormEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ServiceCard, ServiceCardSkeleton } from '#client/features/service-card.tsx';
import { loadErrorText } from '#client/lib/errors.ts';
import { type Outputs, trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { CardGrid } from '#client/ui/card.tsx';
import { EmptyState, Failure } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { filterCategories } from '#shared/constants.ts';
import styles from './browse-services.module.css';

const pageSize = 20;
/** What the server skips at most (contract 2). */
const lastPage = 500;
const skeletons = ['1', '2', '3', '4', '5', '6'];
const categories = filterCategories.map((category) => ({ value: category, label: category }));

/** The filters and how many pages are shown stand in the address: reload, Back and a shared link find the same list. */
function useFilters() {
  const [query, setQuery] = useSearchParams();
  const asked = Number(query.get('pages') ?? 1);
  const pages = Number.isInteger(asked) && asked > 0 && asked <= lastPage ? asked : 1;
  const search = (query.get('search') ?? '').trim().slice(0, 100);
  const category = filterCategories.find((known) => known === query.get('category')) ?? '';

  function change(next: { search?: string; category?: string; pages?: number }, options?: { replace: boolean }) {
    const all = { search, category, pages: 1, ...next };
    const kept = Object.entries(all).filter(([name, value]) => (name === 'pages' ? Number(value) > 1 : value !== ''));
    setQuery(new URLSearchParams(kept.map(([name, value]) => [name, String(value)])), options);
  }
  return { search, category, pages, change };
}

export function BrowseServices() {
  const { search, category, pages, change } = useFilters();
  const found = trpc.useQueries((call) =>
    Array.from({ length: pages }, (_, page) =>
      call.services.list({ search: search || undefined, category: category || undefined, skip: page * pageSize, limit: pageSize }),
    ),
  );
  const first = found[0];
  const total = first?.data?.total;

  return (
    <Page title="Services">
      <PageHeading>
        Find a service
        <br /> that fits your hair
      </PageHeading>
      <div className={styles.controls}>
        <SearchForm key={search} search={search} submit={(text) => change({ search: text })} />
        <SelectField
          label="Category"
          labelHidden
          emptyLabel="All categories"
          options={categories}
          value={category}
          onChange={(event) => change({ category: event.target.value })}
        />
        <p className={styles.count} role="status">
          {total !== undefined && `${total} ${total === 1 ? 'service' : 'services'}`}
        </p>
      </div>
      <Results found={found} search={search} category={category} showMore={() => change({ pages: pages + 1 }, { replace: true })} />
    </Page>
  );
}

function SearchForm({ search, submit }: { search: string; submit: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    submit(input.current?.value.trim() ?? '');
  }
  return (
    <search>
      <form className={styles.search} onSubmit={onSubmit}>
        <TextField
          ref={input}
          label="Search services"
          labelHidden
          type="search"
          placeholder="Search services"
          maxLength={100}
          enterKeyHint="search"
          defaultValue={search}
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}

interface ResultsProps {
  found: { data?: Outputs['services']['list']; error: unknown; isPending: boolean; refetch: () => unknown }[];
  search: string;
  category: string;
  showMore: () => void;
}

function Results({ found, search, category, showMore }: ResultsProps) {
  const failed = found.find(({ error }) => error);
  const loaded = found.flatMap(({ data }) => (data ? [data] : []));
  const total = loaded[0]?.total ?? 0;

  if (failed && loaded.length === 0) {
    return <Failure text={loadErrorText(failed.error, 'Failed to load services.')} retry={failed.refetch} />;
  }
  if (loaded.some(({ results }) => !Array.isArray(results))) return <Failure text="Unexpected API response format." />;
  if (loaded.length > 0 && total === 0) return <Nothing search={search} category={category} />;

  const services = loaded.flatMap(({ results }) => results);
  return (
    <>
      {services.length > 0 && (
        <CardGrid className={styles.grid}>
          {services.map((service) => (
            <li key={service.id}>
              <ServiceCard service={service} />
            </li>
          ))}
        </CardGrid>
      )}
      {failed ? (
        <Failure text={loadErrorText(failed.error, 'Failed to load services.')} retry={failed.refetch} />
      ) : (
        found.some(({ isPending }) => isPending) && <Skeletons />
      )}
      {!failed && services.length > 0 && services.length < total && found.every(({ data }) => data) && (
        <div className={styles.more}>
          <Button look="secondary" onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function Skeletons() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading services
      </p>
      <CardGrid aria-hidden="true">
        {skeletons.map((name) => (
          <li key={name}>
            <ServiceCardSkeleton />
          </li>
        ))}
      </CardGrid>
    </>
  );
}

function Nothing({ search, category }: { search: string; category: string }) {
  if (!search && !category) return <EmptyState text="No services available." />;
  return (
    <EmptyState text={search ? `No services found for "${search}".` : `No services found in the ${category} category.`}>
      <p className="soft">Try another word, another category, or look at everything.</p>
      <ButtonLink look="secondary" to="/browse-services">
        Show all services
      </ButtonLink>
    </EmptyState>
  );
}
