import { useSearchParams } from 'react-router';
import { MatchReasons } from '#client/features/hair/match-reasons.tsx';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { ProfessionalOrnament } from '#client/features/pictures/ornaments.tsx';
import { professionalTypeNames } from '#client/features/professional/professional-type.ts';
import { dot } from '#client/ui/dot.ts';
import { counted } from '#shared/counted.ts';
import type { ListedPicture } from '#shared/pictures.ts';
import { professionalPath } from '#shared/public-addresses.ts';
import type { Match } from '#shared/rules/hair.ts';
import { formatPrice } from '#shared/rules/price.ts';
import type { Rating } from '#shared/rules/rating.ts';
import { spelled } from '#shared/spelled.ts';
import type { Slots } from './asked-slots.tsx';
import { distanceText } from './distance.ts';
import { cardLine, cardPicture, cardSizes, ListingCard, saidLine, shortLine } from './listing-card.tsx';

interface CardProfessional {
  id: string;
  display_name: string;
  professional_type: 'barber' | 'hairdresser';
  location: string | null;
  bio: string | null;
  experience_years: number;
  profile_picture: string | null;
  picture: ListedPicture;
  specializations: readonly { name: string }[];
  time_zone: string;
  price_from: number | null;
  next_free: string | null;
  distance_km?: number;
  free_times?: Slots;
  rating: Rating | null;
  match?: Match | null;
}

interface ProfessionalCardProps {
  professional: CardProfessional;
  turn?: number;
  heading?: 'h2' | 'h3';
}

export function ProfessionalCard({ professional, turn, heading }: ProfessionalCardProps) {
  const { id, display_name, professional_type, location, bio, experience_years, profile_picture, price_from } =
    professional;
  const does = professional.specializations.map(({ name }) => spelled(name));
  const type = professionalTypeNames[professional_type];
  // Their page has what was searched for first.
  const search = useSearchParams()[0].get('search');
  const path = professionalPath(professional);
  return (
    <ListingCard
      to={search ? `${path}?search=${encodeURIComponent(search)}` : path}
      name={display_name}
      heading={heading}
      picture={
        <CardPicture
          picture={professional.picture}
          otherwise={profile_picture}
          sizes={cardSizes}
          width={420}
          className={cardPicture}
        >
          <ProfessionalOrnament professional={professional} turn={turn} width={300} height={300} />
        </CardPicture>
      }
      price={price_from !== null && `from ${formatPrice(price_from)}`}
      rating={professional.rating}
      nextFree={professional.next_free}
      free={{ slots: professional.free_times, professionalId: id, zone: professional.time_zone, name: display_name }}
    >
      <p className={cardLine}>
        {distanceText(professional.distance_km, '', dot)}
        {location || 'No location available.'}
      </p>
      <p className={cardLine}>{does.join(', ')}</p>
      <p className={shortLine}>
        {!does.includes(type) && `${type}${dot}`}
        {counted(experience_years, 'year')}
        <span className="visually-hidden"> of experience</span>
      </p>
      <MatchReasons match={professional.match} to={path} />
      <p className={saidLine}>{bio || 'No bio available.'}</p>
    </ListingCard>
  );
}
