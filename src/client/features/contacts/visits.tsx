import { getQueryKey } from '@trpc/react-query';
import { BookingRow } from '#client/features/booking/list/booking-row.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { PanelEnd, RowsSkeleton } from '#client/ui/panel-end.tsx';
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

/** A person's bookings with a professional, latest first, and the way to the next one with the services of the latest. */
export function Visits({ contactId, professional, now, isThere }: VisitsProps) {
  const { client } = trpc.useUtils();
  const asked = { id: professional.id, contact_id: contactId };
  const found = usePages({
    queryKey: getQueryKey(trpc.bookings.ofProfessional, asked, 'infinite'),
    load: (page) => client.bookings.ofProfessional.query({ ...asked, ...page }),
    limit: 20,
    failedText,
  });
  const query = new URLSearchParams({ contact: contactId });
  for (const { id, options } of found.items[0]?.services ?? []) {
    query.append('service', id);
    for (const option of options) query.append('option', option.id);
  }
  return (
    <section className={styles.page}>
      <h2>Visits</h2>
      {/* With the services of the latest, which it leads on with. */}
      {isThere && (found.items.length > 0 || !found.isPending) && (
        <>
          <ButtonLink to={`${pagePath('writeIn')}?${query}`}>Book again for them</ButtonLink>
          <ButtonLink look="secondary" to={`${pagePath('writeIn')}?${query}&repeat=5`}>
            Repeat
          </ButtonLink>
        </>
      )}
      {found.items.length > 0 && <p className="soft">{zoneTitle(professional.time_zone)}</p>}
      {found.items.length > 0 && (
        <Card rows>
          {found.items.map((booking) => (
            <BookingRow key={booking.id} booking={booking} now={now} note={booking.notes} />
          ))}
        </Card>
      )}
      <PanelEnd
        found={found}
        skeleton={<RowsSkeleton text="Loading their visits" height="64px" />}
        failedText={failedText}
        empty={
          found.items.length > 0 ? undefined : { text: 'No visits yet.', advice: 'Their bookings will show up here.' }
        }
      />
    </section>
  );
}
