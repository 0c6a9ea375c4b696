import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { ServiceOrnament } from '#client/features/pictures/ornaments.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { firstLinesClass } from '#client/ui/first-lines.ts';
import { Link } from '#client/ui/link.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { servicePath } from '#shared/public-addresses.ts';
import type { MenuService } from '#shared/services.ts';
import { spelled } from '#shared/spelled.ts';
import { firstChoice, timeStep } from './choices.ts';
import { fitting } from './fitting.ts';
import { LineLength, priceText, UsualLength } from './line-cost.tsx';
import styles from './offered-services.module.css';

/** From so many on they stand by category. */
const manyServices = 8;

interface MenuServicesProps {
  /** Undefined while loading. */
  services: readonly MenuService[] | undefined;
  /** What was searched for: those that fit stand first. */
  search: string;
  error: unknown;
  retry: () => unknown;
}

/** A professional's services in their own order, each with a link to its page and to its slots. */
export function MenuServices({ services, search, error, retry }: MenuServicesProps) {
  return (
    <section className={styles.section} aria-labelledby="offered">
      <h2 id="offered">Services Offered</h2>
      {services ? (
        <List services={services} search={search} />
      ) : error ? (
        <Failure text="Failed to load services." retry={retry} />
      ) : (
        <Skeleton height="360px" />
      )}
    </section>
  );
}

function List({ services, search }: { services: readonly MenuService[]; search: string }) {
  if (services.length === 0) return <p className="soft">No services listed.</p>;
  const fits = fitting(services, search);
  const rest = services.filter((service) => !fits.includes(service));
  const groups = [...(fits.length > 0 ? [[`“${search}”`, fits] as const] : []), ...groupsOf(rest, fits.length > 0)];
  if (groups.length < 2) return <Rows services={services} heading="h3" />;
  return groups.map(([category, ofCategory]) => (
    <section key={category} className={styles.group} aria-label={spelled(category)}>
      <h3 className={styles.category}>{spelled(category)}</h3>
      <Rows services={ofCategory} heading="h4" />
    </section>
  ));
}

/** Few services are one list; many stand by category, in the order in which the categories first come. */
function groupsOf(services: readonly MenuService[], isRest: boolean): (readonly [string, MenuService[]])[] {
  if (services.length < manyServices) return isRest && services.length > 0 ? [['All others', [...services]]] : [];
  const groups = new Map<string, MenuService[]>();
  for (const service of services) groups.set(service.category, [...(groups.get(service.category) ?? []), service]);
  return [...groups];
}

type Heading = 'h3' | 'h4';

function Rows({ services, heading }: { services: readonly MenuService[]; heading: Heading }) {
  return (
    <ul className={styles.list}>
      {services.map((service) => (
        <ServiceRow key={service.id} service={service} heading={heading} />
      ))}
    </ul>
  );
}

function ServiceRow({ service, heading: Heading }: { service: MenuService; heading: Heading }) {
  const { id, name, description, is_active, professional, picture } = service;
  return (
    <li className={styles.service}>
      <CardPicture picture={picture && { ...picture, alt: '' }} width={64} className={styles.picture}>
        <ServiceOrnament service={service} width={128} height={128} />
      </CardPicture>
      <div className={styles.text}>
        <Heading id={`offered-${id}`} className={styles.name}>
          <Link to={servicePath(service)} className={styles.link}>
            <bdi>{name}</bdi>
          </Link>
        </Heading>
        <p>
          <strong>{priceText(service)}</strong>, <LineLength line={service} />
          <UsualLength usual={service.usual} />
        </p>
        {description && <p className={firstLinesClass(description, styles.description)}>{description}</p>}
      </div>
      {is_active ? (
        <ButtonLink
          look="secondary"
          className={styles.book}
          aria-describedby={`offered-${id}`}
          to={service.variants ? servicePath(service) : timeStep(firstChoice(id, professional.id))}
        >
          Book
        </ButtonLink>
      ) : (
        <Badge tone="plain">inactive</Badge>
      )}
    </li>
  );
}
