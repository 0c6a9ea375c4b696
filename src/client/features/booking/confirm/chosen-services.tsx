import type { VisitLine } from '#client/features/booking/choose/lines.ts';
import ticketStyles from '#client/features/booking/ticket/ticket.module.css';
import { TicketTime } from '#client/features/booking/ticket/ticket-time.tsx';
import { Card } from '#client/ui/card.tsx';
import { Length } from '#client/ui/length.tsx';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { finishTime } from '#shared/duration.ts';
import { namesOf } from '#shared/isolated.ts';
import { totalMinutes, totalPrice } from '#shared/rules/lines.ts';
import { preparationText } from '#shared/rules/preparation.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatDateTime, formatTimeWithZone } from '#shared/time.ts';
import styles from './chosen-services.module.css';

interface ChosenServicesProps {
  services: readonly VisitLine[];
  professional: { time_zone: string };
  /** ISO 8601. */
  slotStart: string;
}

/** The ticket to be: when, the services and the total price. */
export function ChosenServices({ services, professional, slotStart }: ChosenServicesProps) {
  const start = Date.parse(slotStart);
  const zone = professional.time_zone;
  const preparation = preparationText(services);
  const end = finishTime(start, totalMinutes(services));
  return (
    <Card>
      <dl className={ticketStyles.body}>
        <div className={ticketStyles.when}>
          <dt className={styles.label}>Date and time</dt>
          <dd>
            <TicketTime start={start} end={end} zone={zone} />
            <span className="visually-hidden">
              {formatDateTime(start, zone)}, until {formatTimeWithZone(end, zone)}
            </span>
            <ViewerTime at={start} zone={zone} className={ticketStyles.own} />
          </dd>
        </div>
        <div>
          <dt className="visually-hidden">{services.length > 1 ? 'Services' : 'Service'}</dt>
          <dd>
            <ul className={ticketStyles.services}>
              {services.map((service) => (
                <li key={service.id} className={ticketStyles.line}>
                  <div>
                    <h2 className={styles.name}>
                      <bdi>{service.name}</bdi>
                    </h2>
                    <p className="soft">
                      with <bdi>{service.professional.display_name}</bdi>
                    </p>
                    {service.options.length > 0 && <p className="soft">{namesOf(service.options)}</p>}
                    <p className="soft">
                      <Length minutes={service.service_duration_minutes} />
                    </p>
                  </div>
                  <p className={`figure ${ticketStyles.price}`}>{formatPrice(service.price)}</p>
                </li>
              ))}
            </ul>
          </dd>
        </div>
        <div className={`${ticketStyles.part} ${ticketStyles.line}`}>
          <dt className="figure">Total price</dt>
          <dd className="figure">{formatPrice(totalPrice(services))}</dd>
        </div>
        {preparation && (
          <div className={ticketStyles.notes}>
            <dt>How to prepare</dt>
            <dd>{preparation}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
