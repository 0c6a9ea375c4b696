import { Link } from '#client/ui/link.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { formatMinutes } from '#shared/duration.ts';
import { pagePath } from '#shared/pages.ts';
import { formatPrice } from '#shared/rules/price.ts';
import styles from './offered-services.module.css';
import type { Service } from './use-chosen-services.ts';

interface OfferedServicesProps {
  /** Undefined while loading. */
  services: readonly Service[] | undefined;
  error: unknown;
  retry: () => unknown;
}

/** A professional's services, with links to their pages. */
export function OfferedServices({ services, error, retry }: OfferedServicesProps) {
  return (
    <section className={styles.section} aria-labelledby="offered">
      <h2 id="offered">Services Offered</h2>
      {services ? (
        <List services={services} />
      ) : error ? (
        <Failure text="Failed to load services." retry={retry} />
      ) : (
        <Skeleton height="200px" />
      )}
    </section>
  );
}

function List({ services }: { services: readonly Service[] }) {
  if (services.length === 0) return <p className="soft">No services listed.</p>;
  return (
    <ul className={styles.list}>
      {services.map((service) => (
        <li key={service.id} className={styles.service}>
          <div className={styles.head}>
            <h3 className={styles.name}>
              <Link to={pagePath('serviceDetails', { serviceId: service.id })} className={styles.link}>
                {service.name}
              </Link>
            </h3>
            <p className="figure">{formatPrice(service.price)}</p>
          </div>
          {service.description && <p className="soft">{service.description}</p>}
          <p className={styles.minutes}>{formatMinutes(service.service_duration_minutes)}</p>
        </li>
      ))}
    </ul>
  );
}
