import type { ReactNode } from 'react';
import { StatusBadge, statusWord } from '#client/features/booking/list/status-badge.tsx';
import { depositLine } from '#client/features/deposits/deposit-line.ts';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { ProfessionalOrnament } from '#client/features/pictures/ornaments.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { Card } from '#client/ui/card.tsx';
import { Length } from '#client/ui/length.tsx';
import { Link } from '#client/ui/link.tsx';
import { MapLink } from '#client/ui/map-link.tsx';
import { useMoment } from '#client/ui/use-moment.ts';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { formatHours } from '#shared/duration.ts';
import { isolated, namesOf } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { personFirstName, personName } from '#shared/person-name.ts';
import { paymentLabels } from '#shared/rules/payments.ts';
import { preparationText } from '#shared/rules/preparation.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatDateTime } from '#shared/time.ts';
import styles from './ticket.module.css';
import { TicketTime } from './ticket-time.tsx';
import { useBookedWork, useFace } from './use-face.ts';

interface TicketProps {
  booking: Booking;
  /** The viewer's. */
  role: Role | null;
  /** Shown in place of notes where there are none; without it the line is left out. */
  withoutNotes?: string;
  /** What is known of the client, for their professional, in place of who and where they are themselves. */
  about?: ReactNode;
}

/** A booking: when, with whom, where, what and for how much, in its professional's time zone. */
export function Ticket({ booking, role, withoutNotes, about }: TicketProps) {
  const { services, professional, client, cancel_reason } = booking;
  const clientName = personName(booking) || 'Unknown';
  const notes = booking.notes || withoutNotes;
  const preparation = preparationText(services);
  const moment = useMoment(professional.time_zone);
  const previous = Date.parse(booking.previous_start_time ?? '');
  const { ornament } = useFace(professional.id);
  // A guest has no account to change anything with.
  const isChangeable = booking.status === 'confirmed' && !booking.guest;
  return (
    <Card className={styles.ticket}>
      <div className={styles.band}>
        {ornament && <ProfessionalOrnament professional={ornament} width={760} height={120} />}
      </div>
      <dl className={styles.body}>
        <div>
          <dt className="visually-hidden">Status</dt>
          <dd>
            <StatusBadge status={statusWord(booking)} />
          </dd>
        </div>
        <When booking={booking} />
        {role !== 'client' && (
          <div>
            <dt className={styles.label}>Client</dt>
            <dd>
              {client ? (
                <Link className={`figure ${styles.link}`} to={pagePath('clientPublicProfile', { clientId: client.id })}>
                  {clientName}
                </Link>
              ) : (
                <span className="figure">{clientName}</span>
              )}
              {role === 'professional' && booking.contact_id && (
                <Link
                  className={styles.more}
                  aria-label={`Visits and notes of ${clientName}`}
                  to={pagePath('contact', { contactId: booking.contact_id })}
                >
                  Visits and notes
                </Link>
              )}
              {about}
            </dd>
          </div>
        )}
        {!about && <Professional booking={booking} role={role} />}
        <Where booking={booking} role={role} isOwn={Boolean(about)} />
        <div className={styles.part}>
          <dt className="visually-hidden">{services.length > 1 ? 'Services' : 'Service'}</dt>
          <dd>
            <ul className={styles.services}>
              {services.map((service) => (
                <li key={service.id} className={styles.line}>
                  <span>
                    <strong>
                      <bdi>{service.name}</bdi>
                    </strong>
                    {service.options.length > 0 && <span className={styles.soft}>{namesOf(service.options)}</span>}
                    <span className={styles.soft}>
                      <Length minutes={service.service_duration_minutes} format={formatHours} />
                    </span>
                  </span>
                  <strong className={styles.price}>{formatPrice(service.price)}</strong>
                </li>
              ))}
            </ul>
          </dd>
        </div>
        <div className={`${styles.part} ${styles.line}`}>
          <dt className="figure">Total price</dt>
          <dd className="figure">{formatPrice(booking.total_price)}</dd>
        </div>
        {booking.paid !== null && booking.paid > 0 && (
          <div className={styles.notes}>
            <dt>Paid</dt>
            <dd>{paidText(booking)}</dd>
          </div>
        )}
        {booking.deposit && (
          <div className={styles.notes}>
            <dt>Deposit</dt>
            <dd>{depositLine(booking.deposit)}</dd>
          </div>
        )}
        {preparation && (
          <div className={styles.notes}>
            <dt>How to prepare</dt>
            <dd>{preparation}</dd>
          </div>
        )}
        {notes && (
          <div className={styles.notes}>
            <dt>{role === 'client' ? 'Your notes' : 'Notes'}</dt>
            <dd>{notes}</dd>
          </div>
        )}
        {previous > 0 && (
          <div className={styles.notes}>
            <dt>Moved from</dt>
            <dd>
              <WholeTimes text={formatDateTime(previous, professional.time_zone)} />
              <ViewerTime at={previous} zone={professional.time_zone} className={styles.own} />
            </dd>
          </div>
        )}
        {booking.no_show && (
          <div className={styles.notes}>
            <dt>No-show</dt>
            <dd>
              {role === 'client'
                ? `${isolated(professional.display_name)} marked this visit as a no-show.`
                : "Didn't show up."}
            </dd>
          </div>
        )}
        {(booking.cancellation_policy || isChangeable) && (
          <div className={styles.notes}>
            <dt>Changes and cancelling</dt>
            <dd>
              {isChangeable && (
                <WholeTimes
                  text={`${role === 'client' ? 'You' : personFirstName(booking)} can change or cancel online until ${moment(Date.parse(booking.cancel_until))}. `}
                />
              )}
              {booking.cancellation_policy}
            </dd>
          </div>
        )}
        {cancel_reason && (
          <div className={styles.notes}>
            <dt>Reason</dt>
            <dd>{cancel_reason}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

/** With whom, and in which part of town. */
function Professional({ booking, role }: Pick<TicketProps, 'booking' | 'role'>) {
  const { professional } = booking;
  const { portrait } = useFace(professional.id);
  const work = useBookedWork(booking);
  return (
    <div className={styles.person}>
      <dt className={role === 'client' ? 'visually-hidden' : styles.label}>Professional</dt>
      <dd>
        <span className={styles.face}>
          {work ? (
            <CardPicture picture={{ ...work, alt: '' }} width={64} tall className={styles.work}>
              {null}
            </CardPicture>
          ) : (
            <Avatar name={professional.display_name} src={portrait} size={64} />
          )}
        </span>
        <Link
          className={`figure ${styles.link}`}
          to={pagePath('publicProfessional', { professionalId: professional.id })}
        >
          <bdi>{professional.display_name}</bdi>
        </Link>
      </dd>
      <dt className="visually-hidden">Location</dt>
      <dd className={styles.location}>
        <bdi>{professional.location}</bdi> {!whereOf(booking) && <MapLink address={professional.location} />}
      </dd>
    </div>
  );
}

/** Where the visit takes place, as far as the booking tells this viewer. */
function whereOf({ place, visit_address }: Booking): string | null {
  return (place && place.kind !== 'mobile' ? place.address : visit_address) ?? null;
}

/** `$95.00: cash $50.00, card $45.00`; what was paid ahead is said as the deposit. */
function paidText({ paid, payments }: Booking) {
  const parts = payments?.map(({ method, amount }) => `${paymentLabels[method]} ${formatPrice(amount)}`) ?? [];
  return [formatPrice(paid ?? 0), parts.join(', ')].filter(Boolean).join(': ');
}

/** The address of the visit, for those who may know it, how to find it, and whom to call; of one's own where one goes. */
function Where({ booking, role, isOwn }: { booking: Booking; role: Role | null; isOwn: boolean }) {
  const place = isOwn ? null : booking.place;
  const contact_phone = isOwn ? null : booking.contact_phone;
  const address = isOwn ? booking.visit_address : whereOf(booking);
  if (address === null && contact_phone === null) return null;
  const isVisit = address !== null && address === booking.visit_address;
  return (
    <div className={`${styles.part} ${styles.where}`}>
      {address !== null && (
        <>
          <dt className={styles.label}>{isVisit && role === 'client' ? 'They come to you' : 'Address'}</dt>
          <dd>
            <bdi>{address}</bdi> <MapLink address={address} />
          </dd>
        </>
      )}
      {place?.access_note && (
        <>
          <dt className={styles.label}>How to find it</dt>
          <dd className={styles.lines}>{place.access_note}</dd>
        </>
      )}
      {contact_phone !== null && (
        <>
          <dt className={styles.label}>Phone</dt>
          <dd>
            <a className={styles.link} href={`tel:${contact_phone}`}>
              {contact_phone}
            </a>
          </dd>
        </>
      )}
    </div>
  );
}

/** The day and the times in large; for screen readers start and end in full. */
function When({ booking }: { booking: Booking }) {
  const zone = booking.professional.time_zone;
  const start = Date.parse(booking.start_time);
  const end = Date.parse(booking.end_time);
  return (
    <div className={styles.when}>
      <dt className="visually-hidden">Start</dt>
      <dd>
        <TicketTime start={start} end={end} zone={zone} />
        <span className="visually-hidden">{formatDateTime(start, zone)}</span>
        <ViewerTime at={start} zone={zone} className={styles.own} />
      </dd>
      <dt className="visually-hidden">End</dt>
      <dd className="visually-hidden">{formatDateTime(end, zone)}</dd>
    </div>
  );
}
