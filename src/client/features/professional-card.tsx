import { useState } from 'react';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { Skeleton, SkeletonBlock } from '#client/ui/skeleton.tsx';
import { ProfessionalOrnament } from './ornaments.tsx';
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

/** A professional as somebody looking for one sees them. */
export function ProfessionalCard({ professional }: { professional: CardProfessional }) {
  const { id, display_name, professional_type, location, bio, experience_years } = professional;
  return (
    <Card link className={styles.card}>
      <Picture professional={professional} />
      <div className={styles.text}>
        <div className={styles.head}>
          <h2 className={styles.name}>
            <Link to={`/public-professional-page/${id}`} data-cover>
              {display_name}
            </Link>
          </h2>
          <p className={styles.years}>
            {`${experience_years} ${experience_years === 1 ? 'year' : 'years'}`}
            <span className="visually-hidden"> of experience</span>
          </p>
        </div>
        <p className={styles.where}>
          <span>{professional_type === 'barber' ? 'Barber' : 'Hairdresser'}</span>
          {' · '}
          <span>{location || 'No location available.'}</span>
        </p>
        <p className={styles.bio}>{bio || 'No bio available.'}</p>
      </div>
    </Card>
  );
}

/** Their photograph, and until it is there, or when there is none, their ornament. */
function Picture({ professional }: { professional: CardProfessional }) {
  const { profile_picture: src } = professional;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <div className={styles.picture}>
      <ProfessionalOrnament professional={professional} />
      {src && src !== broken && (
        <img src={src} alt="" width={420} height={168} loading="lazy" referrerPolicy="no-referrer" onError={() => setBroken(src)} />
      )}
    </div>
  );
}

export function ProfessionalCardSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock height="150px" />
      <span className={styles.text}>
        <SkeletonBlock width="60%" height="25px" />
        <SkeletonBlock width="45%" height="22px" />
        <SkeletonBlock height="45px" />
      </span>
    </Skeleton>
  );
}
