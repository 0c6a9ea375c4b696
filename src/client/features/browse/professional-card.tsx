import { ProfessionalOrnament } from '#client/features/ornaments.tsx';
import { professionalTypeNames } from '#client/features/professional-type.ts';
import { Picture } from '#client/ui/picture.tsx';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import { counted } from '#shared/counted.ts';
import { pagePath } from '#shared/pages.ts';
import { ListingCard, ListingCardSkeleton } from './listing-card.tsx';
import styles from './professional-card.module.css';

interface CardProfessional {
  id: string;
  display_name: string;
  professional_type: 'barber' | 'hairdresser';
  location: string | null;
  bio: string | null;
  experience_years: number;
  profile_picture: string | null;
  specializations: readonly { name: string }[];
}

export function ProfessionalCard({ professional }: { professional: CardProfessional }) {
  const { id, display_name, professional_type, location, bio, experience_years, profile_picture } = professional;
  return (
    <ListingCard
      to={pagePath('publicProfessional', { professionalId: id })}
      name={display_name}
      picture={
        <>
          <ProfessionalOrnament professional={professional} />
          {/* Covers the ornament once it has loaded. */}
          <Picture src={profile_picture} alt="" width={420} height={168} loading="lazy" />
        </>
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
