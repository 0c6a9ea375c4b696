import { getQueryKey } from '@trpc/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { Listing, pagesIn, useListing } from '#client/features/browse/listing.tsx';
import { ServiceCard, ServiceCardSkeleton } from '#client/features/browse/service-card.tsx';
import { useAddressQuery } from '#client/features/browse/use-address-query.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { filterCategories, lengths } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { pagePath, pages } from '#shared/pages.ts';
import styles from './browse-services.module.css';

const { title } = pages.browseServices;
const failedText = 'Failed to load services.';
const categories = filterCategories.map((category) => ({ value: category, label: category }));

/** Filters and pages are kept in the query, for reload, Back and shared links. */
function useFilters() {
  const [query, setQuery] = useAddressQuery();
  const pages = pagesIn(query);
  const search = (query.get('search') ?? '').trim().slice(0, lengths.search.max);
  const category = filterCategories.find((known) => known === query.get('category')) ?? '';

  function change(next: { search?: string; category?: string; pages?: number }, options?: { replace: boolean }) {
    const all = { search, category, pages: 1, ...next };
    const kept = Object.entries(all).filter(([name, value]) => (name === 'pages' ? Number(value) > 1 : value !== ''));
    const asked = new URLSearchParams(kept.map(([name, value]) => [name, String(value)]));
    setQuery(asked, options);
  }
  return { search, category, pages, change };
}

export function BrowseServices() {
  const { search, category, pages, change } = useFilters();
  const { client } = trpc.useUtils();
  const filters = { search: search || undefined, category: category || undefined };
  const found = useListing({
    queryKey: getQueryKey(trpc.services.list, filters, 'infinite'),
    load: (page) => client.services.list.query({ ...filters, ...page }),
    shown: [pages, (more) => change({ pages: more }, { replace: true })],
    failedText,
  });

  return (
    <Page title={title}>
      <PageHeading>
        Find a service
        <br /> that fits your hair
      </PageHeading>
      <div className={styles.controls}>
        <SearchForm search={search} submit={(text) => change({ search: text })} />
        <SelectField
          label="Category"
          labelHidden
          emptyLabel="All categories"
          options={categories}
          value={category}
          onChange={(event) => change({ category: event.target.value })}
        />
        <p className={styles.count} role="status">
          {found.total !== undefined && counted(found.total, 'service')}
        </p>
      </div>
      <Listing
        found={found}
        failedText={failedText}
        loadingText="Loading services"
        skeleton={<ServiceCardSkeleton />}
        empty={<Nothing search={search} category={category} />}
        card={(service) => <ServiceCard service={service} />}
      />
    </Page>
  );
}

function SearchForm({ search, submit }: { search: string; submit: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  // Back and 'Show all services' change the search without the field.
  useEffect(() => {
    if (input.current) input.current.value = search;
  }, [search]);
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
          maxLength={lengths.search.max}
          enterKeyHint="search"
          defaultValue={search}
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}

function Nothing({ search, category }: { search: string; category: string }) {
  if (!search && !category) return <EmptyState text="No services available." />;
  return (
    <EmptyState text={search ? `No services found for "${search}".` : `No services found in the ${category} category.`}>
      <p className="soft">Try another word, another category, or look at everything.</p>
      <ButtonLink look="secondary" to={pagePath('browseServices')}>
        Show all services
      </ButtonLink>
    </EmptyState>
  );
}
