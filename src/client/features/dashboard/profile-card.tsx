import { useState } from 'react';
import { ProfessionalOrnament } from '#client/features/ornaments.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Chips } from '#client/ui/chips.tsx';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import type { OwnProfessional } from '#shared/professionals.ts';
import styles from './profile-card.module.css';

/** What the professional's own card says (specification 2). */
export function ProfileCard({ profile }: { profile: OwnProfessional }) {
  const { display_name, email, username, specializations, location, experience_years, bio, is_active } = profile;
  return (
    <Card>
      <Picture profile={profile} />
      <div className={styles.body}>
        <div className={styles.avatar}>
          <Avatar name={display_name} ring />
        </div>
        <h2>{display_name}</h2>
        {specializations.length > 0 && <Chips items={specializations} label="Specializations" />}
        {bio && <p className={styles.bio}>{bio}</p>}
        <dl className={styles.facts}>
          <Fact name="Username" value={username} />
          <Fact name="Email" value={email} />
          <Fact name="Business name" value={display_name} />
          <Fact name="Location" value={location || 'No location available.'} />
          <Fact name="Experience" value={`${experience_years} ${experience_years === 1 ? 'year' : 'years'}`} />
          <Fact name="Active" value={is_active ? 'Yes' : 'No'} />
        </dl>
        <ButtonLink look="secondary" wide to="/edit-professional-profile">
          Edit Profile
        </ButtonLink>
      </div>
    </Card>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The ornament stands in for a picture that is not there or does not load. */
function Picture({ profile }: { profile: OwnProfessional }) {
  const { profile_picture: picture, display_name } = profile;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <div className={styles.picture}>
      {picture && picture !== broken ? (
        <img
          src={picture}
          alt={`${display_name}'s profile`}
          width={340}
          height={110}
          referrerPolicy="no-referrer"
          onError={() => setBroken(picture)}
        />
      ) : (
        <ProfessionalOrnament professional={profile} width={340} height={110} />
      )}
    </div>
  );
}

export function ProfileCardSkeleton() {
  return (
    <Card aria-hidden="true">
      <div className={styles.picture} />
      <div className={styles.body}>
        <SkeletonBlock width="60%" height="32px" />
        <SkeletonBlock height="32px" />
        <SkeletonBlock height="180px" />
        <SkeletonBlock height="44px" />
      </div>
    </Card>
  );
}
