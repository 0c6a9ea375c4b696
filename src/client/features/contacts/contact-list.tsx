import { getQueryKey } from '@trpc/react-query';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { PanelEnd, RowsSkeleton } from '#client/ui/panel-end.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { defaultTimeZone, lengths } from '#shared/constants.ts';
import type { Contact, ContactsQuery } from '#shared/contacts.ts';
import { counted } from '#shared/counted.ts';
import { pagePath } from '#shared/pages.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatShortDay } from '#shared/time.ts';
import { AddClient } from './add-client.tsx';
import { ContactFiles } from './contact-files.tsx';
import styles from './contacts.module.css';

/** From here on a client has room beside the list. */
export const besideList = '(min-width: 1101px)';

const orders: { value: ContactsQuery['sort']; label: string }[] = [
  { value: 'latest', label: 'Latest first' },
  { value: 'name', label: 'By name' },
  { value: 'visits', label: 'Most visits' },
  { value: 'spent', label: 'Most spent' },
];

/** The people of a professional; `shown` is whose page it stands beside. Search and order stand in the query. */
export function ContactList({ shown }: { shown?: string }) {
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState(query.get('search') ?? '');
  const sort = orders.find(({ value }) => value === query.get('sort'))?.value ?? 'latest';
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

  function ask(name: 'search' | 'sort', value: string) {
    const next = new URLSearchParams(query);
    if (value) next.set(name, value);
    else next.delete(name);
    setQuery(next, { replace: true });
  }

  return (
    <div>
      <div className={styles.search}>
        <TextField
          label="Search"
          type="search"
          hint="Name, phone or email"
          maxLength={lengths.search.max}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            ask('search', target.value);
          }}
        />
        <div className={styles.order}>
          <ChoiceChips label="Order" options={orders} value={sort} onChange={(value) => ask('sort', value)} />
          <Button onClick={() => setAdding(true)}>Add client</Button>
        </div>
        <ContactFiles />
      </div>
      {found.items.length > 0 && (
        <Card rows>
          {found.items.map((contact) => (
            <Row
              key={contact.id}
              contact={contact}
              to={`${pagePath('contact', { contactId: contact.id })}${query.size > 0 ? `?${query}` : ''}`}
              isShown={contact.id === shown}
              zone={zone}
              now={now}
            />
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
                  ? 'Try part of the name or number.'
                  : 'Everyone who books with you will show up here.',
              }
        }
      />
      {isAdding && <AddClient close={() => setAdding(false)} />}
    </div>
  );
}

interface RowProps {
  contact: Contact;
  to: string;
  isShown: boolean;
  zone: string;
  now: number;
}

function Row({ contact, to, isShown, zone, now }: RowProps) {
  const { name, visits, total_spent, last_visit, next_visit } = contact;
  const day = (text: string) => formatShortDay(Date.parse(text), zone, now);
  return (
    <div className={styles.row}>
      <Link className="figure" to={to} aria-current={isShown ? 'page' : undefined}>
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
