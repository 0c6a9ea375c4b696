import { ViewerTime } from '#client/features/viewer-time.tsx';
import { Card } from '#client/ui/card.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { finishTime, formatMinutes, totalMinutes } from '#shared/duration.ts';
import { formatPrice, totalPrice } from '#shared/rules/price.ts';
import { formatDateTime, formatTimeWithZone } from '#shared/time.ts';
import styles from './chosen-services.module.css';
import type { Service } from './use-chosen-services.ts';

interface ChosenServicesProps {
  services: readonly Service[];
  professional: { display_name: string; location: string; time_zone: string };
  /** ISO 8601. */
  slotStart: string;
}

/** The services to be booked, with total price, time and place. */
export function ChosenServices({ services, professional, slotStart }: ChosenServicesProps) {
  const start = Date.parse(slotStart);
  const zone = professional.time_zone;
  const end = finishTime(start, totalMinutes(services));
  return (
    <Card rows>
      <ul className={styles.services}>
        {services.map((service) => (
          <li key={service.id} className={styles.service}>
            <div>
              <h2 className={styles.name}>{service.name}</h2>
              <p className="soft">with {service.professional.display_name}</p>
              <p className="soft">{formatMinutes(service.service_duration_minutes)}</p>
            </div>
            <p className="figure">{formatPrice(service.price)}</p>
          </li>
        ))}
      </ul>
      <Facts inset>
        <Fact name="Total price" className="figure">
          {formatPrice(totalPrice(services))}
        </Fact>
        <Fact name="Date and time">
          {formatDateTime(start, zone)}, until {formatTimeWithZone(end, zone)}
          <ViewerTime at={start} zone={zone} className={styles.own} />
        </Fact>
        <Fact name="Where">
          <bdi>{professional.location}</bdi>
        </Fact>
      </Facts>
    </Card>
  );
}
