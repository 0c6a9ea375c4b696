import { LineLength, priceText } from '#client/features/booking/choose/line-cost.tsx';
import { MatchReasons } from '#client/features/hair/match-reasons.tsx';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { ServiceOrnament } from '#client/features/pictures/ornaments.tsx';
import { dot } from '#client/ui/dot.ts';
import { defaultTimeZone } from '#shared/constants.ts';
import type { ListedPicture } from '#shared/pictures.ts';
import { professionalPath, servicePath } from '#shared/public-addresses.ts';
import type { Match } from '#shared/rules/hair.ts';
import type { Rating } from '#shared/rules/rating.ts';
import type { Slots } from './asked-slots.tsx';
import { distanceText } from './distance.ts';
import { cardLine, cardPicture, cardSizes, ListingCard, saidLine, shortLine } from './listing-card.tsx';

interface CardService {
  id: string;
  name: string;
  description: string | null;
  price: number;
  price_max: number;
  service_duration_minutes: number;
  duration_max: number;
  category: string;
  professional: {
    id: string;
    display_name: string;
    location: string;
    time_zone: string;
    next_free: string | null;
    distance_km?: number;
    rating: Rating | null;
    match?: Match | null;
  } | null;
  picture: ListedPicture;
  free_times?: Slots;
}

interface ServiceCardProps {
  service: CardService;
  turn?: number;
  heading?: 'h2' | 'h3';
}

export function ServiceCard({ service, turn, heading }: ServiceCardProps) {
  const { professional } = service;
  return (
    <ListingCard
      to={servicePath(service)}
      name={service.name}
      heading={heading}
      picture={
        <CardPicture picture={service.picture} sizes={cardSizes} width={420} className={cardPicture}>
          <ServiceOrnament service={service} turn={turn} width={300} height={300} />
        </CardPicture>
      }
      price={<span className="figure">{priceText(service)}</span>}
      rating={professional?.rating ?? null}
      nextFree={professional?.next_free ?? null}
      free={{
        slots: service.free_times,
        professionalId: professional?.id ?? '',
        zone: professional?.time_zone ?? defaultTimeZone,
        name: service.name,
      }}
    >
      <p className={cardLine}>
        Offered by <bdi>{professional?.display_name || 'Unknown'}</bdi>
      </p>
      <p className={cardLine}>
        {distanceText(professional?.distance_km, '', dot)}
        <bdi>{professional?.location}</bdi>
      </p>
      <p className={shortLine}>
        <LineLength line={service} />
      </p>
      {professional && <MatchReasons match={professional.match} to={professionalPath(professional)} />}
      <p className={saidLine}>{service.description}</p>
    </ListingCard>
  );
}
