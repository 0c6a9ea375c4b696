import { useState } from 'react';
import { ProfessionalOrnament } from '#client/features/ornaments.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Chips } from '#client/ui/chips.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
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
        <Facts className={styles.facts}>
          <Fact name="Username">{username}</Fact>
          <Fact name="Email">{email}</Fact>
          <Fact name="Business name">{display_name}</Fact>
          <Fact name="Location">{location || 'No location available.'}</Fact>
          <Fact name="Experience">{`${experience_years} ${experience_years === 1 ? 'year' : 'years'}`}</Fact>
          <Fact name="Active">{is_active ? 'Yes' : 'No'}</Fact>
        </Facts>
        <ButtonLink look="secondary" wide to="/edit-professional-profile">
          Edit Profile
        </ButtonLink>
      </div>
    </Card>
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
