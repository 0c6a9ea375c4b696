import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import { BookingRow } from '#client/features/booking/list/booking-row.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { PanelEnd, RowsSkeleton } from '#client/ui/panel-end.tsx';
import type { Booking, BookingsQuery } from '#shared/bookings.ts';
import { pagePath } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { zoneTitle } from '#shared/time.ts';
import styles from './contacts.module.css';

const failedText = 'Failed to load their visits.';

interface VisitsProps {
  contactId: string;
  professional: OwnProfessional;
  now: number;
  /** Whether they can be booked in again. */
  isThere: boolean;
}

/** A person's bookings with a professional, soonest and latest first, and the way to one with the services of the last. */
export function Visits({ contactId, professional, now, isThere }: VisitsProps) {
  // As it was when the card was opened, so that both lists stay what they are.
  const [moment] = useState(() => new Date(now).toISOString());
  const coming = useVisits({ id: professional.id, contact_id: contactId, from: moment, order: 'asc' }, 3);
  const past = useVisits({ id: professional.id, contact_id: contactId, to: moment }, 20);
  const isKnown = past.items.length > 0 || (!past.isPending && !coming.isPending);
  const query = new URLSearchParams({ contact: contactId });
  for (const { id, options } of (past.items[0] ?? coming.items[0])?.services ?? []) {
    query.append('service', id);
    for (const option of options) query.append('option', option.id);
  }
  const rows = (items: readonly Booking[]) =>
    items.length > 0 && (
      <Card rows>
        {items.map((booking) => (
          <BookingRow key={booking.id} booking={booking} now={now} note={booking.notes} />
        ))}
      </Card>
    );
  const end = { skeleton: <RowsSkeleton text="Loading their visits" height="64px" />, failedText };
  return (
    <section className={styles.page}>
      <h2>Visits</h2>
      {/* With the services of the latest, which it leads on with. */}
      {isThere && isKnown && (
        <>
          <ButtonLink to={`${pagePath('writeIn')}?${query}`}>Book again for them</ButtonLink>
          <ButtonLink look="secondary" to={`${pagePath('writeIn')}?${query}&repeat=5`}>
            Repeat
          </ButtonLink>
        </>
      )}
      {past.items.length + coming.items.length > 0 && <p className="soft">{zoneTitle(professional.time_zone)}</p>}
      {coming.items.length > 0 && <h3>Coming up</h3>}
      {rows(coming.items)}
      {coming.showMore && <PanelEnd {...end} found={coming} />}
      {coming.items.length > 0 && past.items.length > 0 && <h3>Past visits</h3>}
      {rows(past.items)}
      <PanelEnd
        {...end}
        found={past}
        empty={
          past.items.length + coming.items.length > 0 || coming.isPending
            ? undefined
            : { text: 'No visits yet.', advice: 'Their bookings will show up here.' }
        }
      />
    </section>
  );
}

type Asked = Pick<BookingsQuery, 'from' | 'to'> & { id: string; contact_id: string; order?: 'asc' };

function useVisits(asked: Asked, limit: number) {
  const { client } = trpc.useUtils();
  return usePages({
    queryKey: getQueryKey(trpc.bookings.ofProfessional, asked, 'infinite'),
    load: (page) => client.bookings.ofProfessional.query({ ...asked, ...page }),
    limit,
    failedText,
  });
}
