import { ServiceOrnament } from '#client/features/ornaments.tsx';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import { formatMinutes } from '#shared/duration.ts';
import { pagePath } from '#shared/pages.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { cardSizes, ListingCard, ListingCardSkeleton } from './listing-card.tsx';
import styles from './service-card.module.css';

interface CardService {
  id: string;
  name: string;
  description: string | null;
  price: number;
  service_duration_minutes: number;
  category: string;
  professional: { id: string; display_name: string } | null;
  picture: { url: string; alt: string } | null;
}

export function ServiceCard({ service }: { service: CardService }) {
  return (
    <ListingCard
      to={pagePath('serviceDetails', { serviceId: service.id })}
      name={service.name}
      picture={
        <CardPicture picture={service.picture} sizes={cardSizes} width={420} height={168}>
          <ServiceOrnament service={service} />
        </CardPicture>
      }
      aside={<p className="figure">{formatPrice(service.price)}</p>}
    >
      <p className={styles.by}>Offered by {service.professional?.display_name || 'Unknown'}</p>
      {service.description && <p className={styles.description}>{service.description}</p>}
      <p className={styles.minutes}>{formatMinutes(service.service_duration_minutes)}</p>
    </ListingCard>
  );
}

export function ServiceCardSkeleton() {
  return (
    <ListingCardSkeleton>
      <SkeletonBlock width="60%" height="24px" />
      <SkeletonBlock width="45%" height="18px" />
      <SkeletonBlock height="44px" />
      <SkeletonBlock width="30%" height="18px" />
    </ListingCardSkeleton>
  );
}
