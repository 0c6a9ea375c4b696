import { StatusBadge } from '#client/features/status-badge.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { formatMinutes, formatPrice } from '#shared/rules/price.ts';
import { formatDateTime } from '#shared/time.ts';
import styles from './booking-facts.module.css';
import { BookingState } from './booking-state.tsx';
import { ViewerTime } from './viewer-time.tsx';

/** Everything about a booking, in its professional's time zone; `role` is the viewer's. */
export function BookingFacts({ booking, role }: { booking: Booking; role: Role | null }) {
  const { services, professional, client } = booking;
  const zone = professional.time_zone;
  const start = Date.parse(booking.start_time);
  const end = Date.parse(booking.end_time);
  const clientName = `${client.first_name} ${client.last_name}`.trim();
  return (
    <Card rows>
      <BookingState booking={booking} role={role} />
      <dl className={styles.facts}>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge status={booking.status} />
          </dd>
        </div>
        <div>
          <dt>{services.length > 1 ? 'Services' : 'Service'}</dt>
          <dd>
            <ul className={styles.services}>
              {services.map((service) => (
                <li key={service.id}>
                  <span>
                    <span className={styles.name}>{service.name}</span>
                    <span className={styles.own}>{formatMinutes(service.service_duration_minutes)}</span>
                  </span>
                  <span className={styles.price}>{formatPrice(service.price)}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt>Professional</dt>
          <dd>
            <Link to={`/public-professional-page/${professional.id}`}>{professional.display_name}</Link>
          </dd>
        </div>
        {role !== 'client' && (
          <div>
            <dt>Client</dt>
            <dd>
              <Link to={`/client-public-profile/${client.id}`}>{clientName || 'Unknown'}</Link>
            </dd>
          </div>
        )}
        <div>
          <dt>Location</dt>
          <dd>{professional.location}</dd>
        </div>
        <div>
          <dt>Start</dt>
          <dd>
            {formatDateTime(start, zone)}
            <ViewerTime at={start} zone={zone} className={styles.own} />
          </dd>
        </div>
        <div>
          <dt>End</dt>
          <dd>
            {formatDateTime(end, zone)}
            <ViewerTime at={end} zone={zone} className={styles.own} />
          </dd>
        </div>
        <div>
          <dt>Total price</dt>
          <dd className={styles.total}>{formatPrice(booking.total_price)}</dd>
        </div>
        <div>
          <dt>Notes</dt>
          <dd className={styles.notes}>{booking.notes || 'None'}</dd>
        </div>
        {booking.cancel_reason && (
          <div>
            <dt>Reason</dt>
            <dd className={styles.notes}>{booking.cancel_reason}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
