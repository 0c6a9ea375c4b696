import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { formatMinutes } from '#shared/duration.ts';
import { pagePath } from '#shared/pages.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { firstChoice, timeStep } from './choices.ts';
import styles from './offered-services.module.css';
import type { Service } from './use-chosen-services.ts';

interface OfferedServicesProps {
  /** Undefined while loading. */
  services: readonly Service[] | undefined;
  error: unknown;
  retry: () => unknown;
}

/** A professional's services, each with a link to its page and to its free times. */
export function OfferedServices({ services, error, retry }: OfferedServicesProps) {
  return (
    <section className={styles.section} aria-labelledby="offered">
      <h2 id="offered">Services Offered</h2>
      {services ? (
        <List services={services} />
      ) : error ? (
        <Failure text="Failed to load services." retry={retry} />
      ) : (
        <Skeleton height="360px" />
      )}
    </section>
  );
}

function List({ services }: { services: readonly Service[] }) {
  if (services.length === 0) return <p className="soft">No services listed.</p>;
  return (
    <ul className={styles.list}>
      {services.map((service) => (
        <OfferedService key={service.id} service={service} />
      ))}
    </ul>
  );
}

function OfferedService({ service }: { service: Service }) {
  const { id, name, description, price, service_duration_minutes, is_active, professional } = service;
  return (
    <li className={styles.service}>
      <div className={styles.text}>
        <h3 id={`offered-${id}`} className={styles.name}>
          <Link to={pagePath('serviceDetails', { serviceId: id })} className={styles.link}>
            {name}
          </Link>
        </h3>
        {description && <p className={styles.description}>{description}</p>}
        <p>
          <strong>{formatPrice(price)}</strong> · {formatMinutes(service_duration_minutes)}
        </p>
      </div>
      {is_active ? (
        <ButtonLink
          look="secondary"
          className={styles.book}
          aria-describedby={`offered-${id}`}
          to={timeStep(firstChoice(id, professional.id))}
        >
          Book
        </ButtonLink>
      ) : (
        <Badge tone="plain">inactive</Badge>
      )}
    </li>
  );
}
