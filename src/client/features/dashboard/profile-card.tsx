import { ProfessionalOrnament } from '#client/features/pictures/ornaments.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Chips } from '#client/ui/chips.tsx';
import { Fact, Facts } from '#client/ui/detail-list.tsx';
import { Picture } from '#client/ui/picture.tsx';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import { counted } from '#shared/counted.ts';
import { pagePath } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import styles from './profile-card.module.css';

/** The professional's own profile (specification 2). */
export function ProfileCard({ profile }: { profile: OwnProfessional }) {
  const {
    display_name,
    email,
    username,
    specializations,
    location,
    experience_years,
    bio,
    is_active,
    profile_picture,
  } = profile;
  return (
    <Card>
      <div className={styles.picture}>
        <Picture src={profile_picture} alt={`${display_name}'s profile`} width={340} height={110}>
          <ProfessionalOrnament professional={profile} width={340} height={110} />
        </Picture>
      </div>
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
          <Fact name="Experience">{counted(experience_years, 'year')}</Fact>
          <Fact name="Active">{is_active ? 'Yes' : 'No'}</Fact>
        </Facts>
        <ButtonLink look="secondary" wide to={pagePath('editProfessionalProfile')}>
          Edit Profile
        </ButtonLink>
        <ButtonLink look="secondary" wide to={pagePath('ownPictures')}>
          Your pictures
        </ButtonLink>
      </div>
    </Card>
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
