import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { Skeleton, SkeletonBlock } from '#client/ui/skeleton.tsx';
import { formatMinutes, formatPrice } from '#shared/rules/price.ts';
import { ServiceOrnament } from './ornaments.tsx';
import styles from './service-card.module.css';

interface CardService {
  id: string;
  name: string;
  description: string | null;
  price: number;
  service_duration_minutes: number;
  category: string;
  professional: { id: string; display_name: string } | null;
}

/** A service as somebody looking for one sees it. */
export function ServiceCard({ service }: { service: CardService }) {
  return (
    <Card link className={styles.card}>
      <div className={styles.picture}>
        <ServiceOrnament service={service} />
      </div>
      <div className={styles.text}>
        <div className={styles.head}>
          <h2 className={styles.name}>
            <Link to={`/service-details/${service.id}`} data-cover>
              {service.name}
            </Link>
          </h2>
          <p className={styles.price}>{formatPrice(service.price)}</p>
        </div>
        <p className={styles.by}>Offered by {service.professional?.display_name || 'Unknown'}</p>
        {service.description && <p className={styles.description}>{service.description}</p>}
        <p className={styles.minutes}>{formatMinutes(service.service_duration_minutes)}</p>
      </div>
    </Card>
  );
}

export function ServiceCardSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock height="150px" />
      <span className={styles.text}>
        <SkeletonBlock width="60%" height="24px" />
        <SkeletonBlock width="45%" height="18px" />
        <SkeletonBlock height="44px" />
        <SkeletonBlock width="30%" height="18px" />
      </span>
    </Skeleton>
  );
}
