import { getQueryKey } from '@trpc/react-query';
import { BrowseBar } from '#client/features/browse/browse-bar.tsx';
import { FilterChips } from '#client/features/browse/filter-chips.tsx';
import styles from '#client/features/browse/filters.module.css';
import { FiltersButton, FiltersMenu } from '#client/features/browse/filters-menu.tsx';
import { Listing, useListing } from '#client/features/browse/listing.tsx';
import { ListingCardSkeleton } from '#client/features/browse/listing-card.tsx';
import { Elsewhere } from '#client/features/browse/loosen.tsx';
import { Nothing } from '#client/features/browse/nothing.tsx';
import { PlainFilters, PlainPages } from '#client/features/browse/plain-filters.tsx';
import { ServiceCard } from '#client/features/browse/service-card.tsx';
import { type Filters, queryOf, useFilters } from '#client/features/browse/use-filters.ts';
import { lookOfService } from '#client/features/pictures/ornaments.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { counted } from '#shared/counted.ts';
import { pagePath, pages } from '#shared/pages.ts';
import { spelled } from '#shared/spelled.ts';

const { title } = pages.browseServices;
const failedText = 'Failed to load services.';
const kind = 'services';

export function BrowseServices() {
  const { filters, input, isFiltered, change, shown, from } = useFilters(kind);
  const { client } = trpc.useUtils();
  const found = useListing({
    queryKey: getQueryKey(trpc.services.list, input, 'infinite'),
    load: (page) => client.services.list.query({ ...input, ...page }),
    shown,
    from,
    failedText,
  });

  return (
    <Page title={title}>
      <PageHeading>Find a service that fits your hair</PageHeading>
      <div className={styles.controls}>
        <search className={styles.filters}>
          <BrowseBar
            filters={filters}
            change={change}
            action={pagePath('browseServices')}
            what="Search services"
            where="Location"
            button="Search"
          />
          <FiltersMenu kind={kind} filters={filters} change={change} facets={found.first?.facets} />
        </search>
        <noscript>
          <PlainFilters page="browseServices" filters={filters} />
        </noscript>
        <FilterChips filters={filters} change={change} />
        <div className={styles.found}>
          <p className={styles.count} role="status">
            {found.total !== undefined && counted(found.total, 'service')}
          </p>
          <FiltersButton
            kind={kind}
            filters={filters}
            change={change}
            facets={found.first?.facets}
            total={found.total}
          />
        </div>
      </div>
      <Listing
        found={found}
        failedText={failedText}
        loadingText="Loading services"
        skeleton={<ListingCardSkeleton />}
        empty={
          <Nothing kind={kind} text={nothingFound(filters)} filters={filters} isFiltered={isFiltered} change={change}>
            {isFiltered && (
              <ButtonLink look="quiet" to={pagePath('browseServices')}>
                Show all services
              </ButtonLink>
            )}
          </Nothing>
        }
        beside={(few) =>
          isFiltered && (
            <Elsewhere
              kind={kind}
              filters={filters}
              shown={few.map(({ id }) => id)}
              like={{ category: few[0]?.category ?? '' }}
            />
          )
        }
        look={lookOfService}
        card={(service, turn) => <ServiceCard service={service} turn={turn} />}
        first={from > 0 && `?${queryOf(filters)}`}
        pages={<PlainPages page="browseServices" filters={filters} from={from} total={found.total} />}
      />
    </Page>
  );
}

function nothingFound({ search, category }: Filters) {
  if (search) return `No services found for "${search}".`;
  return category ? `No services found in the ${spelled(category)} category.` : 'No services available.';
}
