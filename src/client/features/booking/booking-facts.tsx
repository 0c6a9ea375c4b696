import { StatusBadge } from '#client/features/status-badge.tsx';
import { ViewerTime } from '#client/features/viewer-time.tsx';
import { Card } from '#client/ui/card.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { Link } from '#client/ui/link.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { formatMinutes } from '#shared/duration.ts';
import { pagePath } from '#shared/pages.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatDateTime } from '#shared/time.ts';
import styles from './booking-facts.module.css';
import { BookingState } from './booking-state.tsx';

/** All details of a booking, in its professional's time zone. `role` is the viewer's. */
export function BookingFacts({ booking, role }: { booking: Booking; role: Role | null }) {
  const { services, professional, client } = booking;
  const zone = professional.time_zone;
  const start = Date.parse(booking.start_time);
  const end = Date.parse(booking.end_time);
  const clientName = `${client.first_name} ${client.last_name}`.trim();
  return (
    <Card rows>
      <BookingState booking={booking} role={role} />
      <Facts inset>
        <Fact name="Status">
          <StatusBadge status={booking.status} />
        </Fact>
        <Fact name={services.length > 1 ? 'Services' : 'Service'}>
          <ul className={styles.services}>
            {services.map((service) => (
              <li key={service.id}>
                <span>
                  <span className="figure">{service.name}</span>
                  <span className={styles.own}>{formatMinutes(service.service_duration_minutes)}</span>
                </span>
                <span className={styles.price}>{formatPrice(service.price)}</span>
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name="Professional">
          <Link className={styles.link} to={pagePath('publicProfessional', { professionalId: professional.id })}>
            {professional.display_name}
          </Link>
        </Fact>
        {role !== 'client' && (
          <Fact name="Client">
            <Link className={styles.link} to={pagePath('clientPublicProfile', { clientId: client.id })}>
              {clientName || 'Unknown'}
            </Link>
          </Fact>
        )}
        <Fact name="Location">
          <bdi>{professional.location}</bdi>
        </Fact>
        <Fact name="Start">
          {formatDateTime(start, zone)}
          <ViewerTime at={start} zone={zone} className={styles.own} />
        </Fact>
        <Fact name="End">
          {formatDateTime(end, zone)}
          <ViewerTime at={end} zone={zone} className={styles.own} />
        </Fact>
        <Fact name="Total price" className="figure">
          {formatPrice(booking.total_price)}
        </Fact>
        <Fact name="Notes">{booking.notes || 'None'}</Fact>
        {booking.cancel_reason && <Fact name="Reason">{booking.cancel_reason}</Fact>}
      </Facts>
    </Card>
  );
}
