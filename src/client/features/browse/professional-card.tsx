import { ProfessionalOrnament } from '#client/features/ornaments.tsx';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { professionalTypeNames } from '#client/features/professional-type.ts';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import { counted } from '#shared/counted.ts';
import { pagePath } from '#shared/pages.ts';
import { cardSizes, ListingCard, ListingCardSkeleton } from './listing-card.tsx';
import styles from './professional-card.module.css';

interface CardProfessional {
  id: string;
  display_name: string;
  professional_type: 'barber' | 'hairdresser';
  location: string | null;
  bio: string | null;
  experience_years: number;
  profile_picture: string | null;
  picture: { url: string; alt: string } | null;
  specializations: readonly { name: string }[];
}

export function ProfessionalCard({ professional }: { professional: CardProfessional }) {
  const { id, display_name, professional_type, location, bio, experience_years, profile_picture } = professional;
  return (
    <ListingCard
      to={pagePath('publicProfessional', { professionalId: id })}
      name={display_name}
      picture={
        <CardPicture picture={professional.picture} otherwise={profile_picture} sizes={cardSizes} width={420} height={168}>
          <ProfessionalOrnament professional={professional} />
        </CardPicture>
      }
      aside={
        <p className={styles.years}>
          {counted(experience_years, 'year')}
          <span className="visually-hidden"> of experience</span>
        </p>
      }
    >
      <p className={styles.where}>
        <span>{professionalTypeNames[professional_type]}</span>
        {' · '}
        <span>{location || 'No location available.'}</span>
      </p>
      <p className={styles.bio}>{bio || 'No bio available.'}</p>
    </ListingCard>
  );
}

export function ProfessionalCardSkeleton() {
  return (
    <ListingCardSkeleton>
      <SkeletonBlock width="60%" height="25px" />
      <SkeletonBlock width="45%" height="22px" />
      <SkeletonBlock height="45px" />
    </ListingCardSkeleton>
  );
}
