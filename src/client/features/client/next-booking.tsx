import { AddToCalendar } from '#client/features/booking/add-to-calendar.tsx';
import { inWords } from '#client/features/in-words.ts';
import { ProfessionalOrnament } from '#client/features/ornaments.tsx';
import { StatusBadge } from '#client/features/status-badge.tsx';
import { ViewerTime } from '#client/features/viewer-time.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import type { Booking } from '#shared/bookings.ts';
import { formatMinutes, totalMinutes } from '#shared/duration.ts';
import { pagePath } from '#shared/pages.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatShortMoment } from '#shared/time.ts';
import styles from './next-booking.module.css';

/** The client's next appointment, pending or confirmed. `now` in epoch milliseconds. */
export function NextBooking({ booking, now }: { booking: Booking; now: number }) {
  const { id, status, services, professional, total_price } = booking;
  const start = Date.parse(booking.start_time);
  const zone = professional.time_zone;
  const { data: face, isPending } = trpc.professionals.byId.useQuery({ id: professional.id }, { retry: false, staleTime: 300_000 });
  const away = start > now ? inWords(start - now) : 'now';
  return (
    <section className={styles.next} aria-labelledby="next">
      <h3 id="next" className={styles.heading}>
        Next: {professional.display_name}, {formatShortMoment(start, zone, now)}
      </h3>
      <ViewerTime at={start} zone={zone} className="soft" />
      <Card className={styles.card}>
        <div className={styles.picture}>
          {!isPending && (
            <ProfessionalOrnament professional={face ?? { id: professional.id, specializations: [] }} width={200} height={300} />
          )}
        </div>
        <div className={styles.text}>
          <div>
            <StatusBadge status={status} />
          </div>
          <p className="figure">{services.map(({ name }) => name).join(', ')}</p>
          <p className="soft">
            with {professional.display_name}, <bdi>{professional.location}</bdi>
          </p>
          <p className="soft">
            {away} · {formatMinutes(totalMinutes(services))} · {formatPrice(total_price)}
          </p>
          <div className={styles.ways}>
            <ButtonLink
              look="quiet"
              aria-describedby="next"
              to={status === 'pending' ? pagePath('updateBooking', { bookingId: id }) : pagePath('bookingDetails', { bookingId: id })}
            >
              {status === 'pending' ? 'Review Booking' : 'View Details'}
            </ButtonLink>
            <AddToCalendar booking={booking} look="quiet" />
          </div>
        </div>
      </Card>
    </section>
  );
}
