import { bookingLink } from '#client/features/booking/list/booking-link.ts';
import { StatusBadge, statusWord } from '#client/features/booking/list/status-badge.tsx';
import { AskedTime } from '#client/features/booking/reschedule/asked-time.tsx';
import { ChangeTimeLink } from '#client/features/booking/reschedule/change-time-link.tsx';
import { AddToCalendar } from '#client/features/booking/ticket/add-to-calendar.tsx';
import { useBookedWork, useFace } from '#client/features/booking/ticket/use-face.ts';
import { EarlierButton } from '#client/features/cancellation-list/earlier-button.tsx';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { ProfessionalOrnament } from '#client/features/pictures/ornaments.tsx';
import { inWords } from '#client/lib/in-words.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import type { Booking } from '#shared/bookings.ts';
import { formatHours } from '#shared/duration.ts';
import { namesOf } from '#shared/isolated.ts';
import { totalMinutes } from '#shared/rules/lines.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import styles from './next-booking.module.css';

/** A longer name would fill a phone's screen in the large type, UTF-16 units. */
const longName = 32;

/** The client's next appointment, pending or confirmed. `now` in epoch milliseconds. */
export function NextBooking({ booking, now }: { booking: Booking; now: number }) {
  const { services, professional, total_price } = booking;
  const { to, linkText } = bookingLink(booking);
  const start = Date.parse(booking.start_time);
  const zone = professional.time_zone;
  const { ornament } = useFace(professional.id);
  const work = useBookedWork(booking);
  const away = start > now ? inWords(start, now, zone) : 'now';
  return (
    <section className={styles.next} aria-labelledby="next">
      <h2 id="next" className={professional.display_name.length > longName ? styles.small : styles.heading}>
        Next: <bdi>{professional.display_name}</bdi>,{' '}
        <span className={styles.moment}>
          {formatShortDay(start, zone, now)},{' '}
          <span className="unbroken">
            {formatSlotTime(start, zone)}
            <ZoneName at={start} zone={zone} className={styles.zone} />
          </span>
        </span>
      </h2>
      <ViewerTime at={start} zone={zone} className="soft" />
      <Card className={styles.card}>
        <CardPicture picture={work} width={168} tall className={styles.picture}>
          {ornament && <ProfessionalOrnament professional={ornament} width={200} height={250} />}
        </CardPicture>
        <div className={styles.text}>
          <p className={styles.state}>
            <StatusBadge status={statusWord(booking)} /> <WholeTimes text={away} />
          </p>
          <p className="figure">{namesOf(services)}</p>
          <p className="soft">
            <bdi>{booking.place?.address ?? booking.visit_address ?? professional.location}</bdi>
          </p>
          <p className="soft">
            <WholeTimes text={`${formatHours(totalMinutes(services))}, ${formatPrice(total_price)}`} />
          </p>
          <AskedTime booking={booking} now={now} />
          <div className={styles.ways}>
            <ButtonLink look="quiet" aria-describedby="next" to={to}>
              {linkText}
            </ButtonLink>
            <AddToCalendar booking={booking} look="quiet" />
            <ChangeTimeLink booking={booking} side="client" now={now} look="quiet" />
            <EarlierButton booking={booking} now={now} look="quiet" />
          </div>
        </div>
      </Card>
    </section>
  );
}
