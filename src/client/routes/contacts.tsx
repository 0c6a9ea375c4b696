import { getQueryKey } from '@trpc/react-query';
import { useDeferredValue, useState } from 'react';
import { AddClient } from '#client/features/contacts/add-client.tsx';
import styles from '#client/features/contacts/contacts.module.css';
import { ReturnToDashboard } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { PanelEnd, RowsSkeleton } from '#client/features/dashboard/panel-end.tsx';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { defaultTimeZone, lengths } from '#shared/constants.ts';
import type { Contact, ContactsQuery } from '#shared/contacts.ts';
import { counted } from '#shared/counted.ts';
import { pagePath, pages } from '#shared/pages.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatShortDay } from '#shared/time.ts';

const { title } = pages.contacts;

/** The people of a professional, by name or by their latest appointment. */
export function Contacts() {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<ContactsQuery['sort']>('latest');
  const [isAdding, setAdding] = useState(false);
  const asked = { search: useDeferredValue(search.trim()), sort };
  const { client } = trpc.useUtils();
  const { data: profile } = trpc.professionals.profile.useQuery();
  const found = usePages({
    queryKey: getQueryKey(trpc.contacts.list, asked, 'infinite'),
    load: (page) => client.contacts.list.query({ ...asked, ...page }),
    failedText: 'Failed to load your clients.',
  });
  const zone = profile?.time_zone ?? defaultTimeZone;
  const now = useNow();

  return (
    <Page title={title} width="middle">
      <PageHeading>{title}</PageHeading>
      <div className={styles.search}>
        <TextField
          label="Search"
          type="search"
          hint="Name, phone or email"
          maxLength={lengths.search.max}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className={styles.order}>
          <ChoiceChips
            label="Order"
            options={[
              { value: 'latest', label: 'Latest first' },
              { value: 'name', label: 'By name' },
              { value: 'visits', label: 'Most visits' },
              { value: 'spent', label: 'Most spent' },
            ]}
            value={sort}
            onChange={setSort}
          />
          <Button onClick={() => setAdding(true)}>Add client</Button>
        </div>
      </div>
      {found.items.length > 0 && (
        <Card rows>
          {found.items.map((contact) => (
            <Row key={contact.id} contact={contact} zone={zone} now={now} />
          ))}
        </Card>
      )}
      <PanelEnd
        found={found}
        skeleton={<RowsSkeleton text="Loading your clients" height="64px" />}
        failedText="Failed to load your clients."
        empty={
          found.items.length > 0
            ? undefined
            : {
                text: asked.search ? 'Nobody found.' : 'No clients yet.',
                advice: asked.search
                  ? 'Try a part of the name or of the number.'
                  : 'Everyone who books with you will show up here.',
              }
        }
      />
      {isAdding && <AddClient close={() => setAdding(false)} />}
      <ReturnToDashboard />
    </Page>
  );
}

function Row({ contact, zone, now }: { contact: Contact; zone: string; now: number }) {
  const { id, name, visits, total_spent, last_visit, next_visit } = contact;
  const day = (text: string) => formatShortDay(Date.parse(text), zone, now);
  return (
    <div className={styles.row}>
      <Link className="figure" to={pagePath('contact', { contactId: id })}>
        <bdi>{name}</bdi>
      </Link>
      <span className="soft">{counted(visits, 'visit')}</span>
      <span className="soft">
        {next_visit ? `Next ${day(next_visit)}` : last_visit ? `Last ${day(last_visit)}` : 'No visit yet'}
      </span>
      <span className="soft">{formatPrice(total_spent)}</span>
    </div>
  );
}
