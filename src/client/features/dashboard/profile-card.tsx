import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { savedOf } from '#client/features/forms/came-from.ts';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { ProfessionalOrnament } from '#client/features/pictures/ornaments.tsx';
import { ShareButton } from '#client/features/share/share-button.tsx';
import { focusOnceShown } from '#client/lib/focus.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Chips } from '#client/ui/chips.tsx';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import { counted } from '#shared/counted.ts';
import { pagePath } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { spelled } from '#shared/spelled.ts';
import styles from './profile-card.module.css';

/** The professional's own profile (specification 2): a line that opens. */
export function ProfileCard({ profile }: { profile: OwnProfessional }) {
  // Whoever has just saved it sees what they saved.
  const isSaved = savedOf(useLocation().state) === 'profile';
  const [isOpen, setOpen] = useState(isSaved);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (isSaved) return focusOnceShown(opener.current);
  }, [isSaved]);
  const { display_name, specializations } = profile;
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <button
          ref={opener}
          type="button"
          className={styles.opener}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Avatar name={display_name} size={44} />
          <h2>
            {display_name}
            <Icon size={20} strokeWidth={2.4} path="M5 7.5l5 5 5-5" />
          </h2>
        </button>
        <ButtonLink look="secondary" to={pagePath('editProfessionalProfile')}>
          Edit Profile
        </ButtonLink>
      </div>
      <div id={id} className={styles.opened} hidden={!isOpen}>
        {specializations.length > 0 && (
          <Chips items={specializations.map(({ id, name }) => ({ id, name: spelled(name) }))} label="Specialities" />
        )}
        {isOpen && <Details profile={profile} />}
      </div>
    </Card>
  );
}

/** The portrait comes from the work where none was uploaded. */
function Details({ profile }: { profile: OwnProfessional }) {
  const { display_name, email, username, location, experience_years, bio, is_active, profile_picture } = profile;
  const { data: pictures } = trpc.pictures.ofProfessional.useQuery({ id: profile.id });
  const work = pictures?.[0] ?? null;
  return (
    <div className={styles.details}>
      <CardPicture
        picture={profile_picture ? { url: profile_picture, alt: `${display_name}'s profile` } : work}
        tall
        width={240}
        sizes="(max-width: 900px) 112px, 240px"
        className={styles.picture}
      >
        <ProfessionalOrnament professional={profile} width={240} height={300} />
      </CardPicture>
      <div className={styles.body}>
        {bio && <p className={styles.bio}>{bio}</p>}
        <DetailList className={styles.list}>
          <Detail name="Username">{username}</Detail>
          <Detail name="Email">{email}</Detail>
          <Detail name="Business name">{display_name}</Detail>
          <Detail name="Location">{location || 'No location available.'}</Detail>
          <Detail name="Experience">{counted(experience_years, 'year')}</Detail>
          <Detail name="Active">{is_active ? 'Yes' : 'No'}</Detail>
        </DetailList>
        <div className={styles.actions}>
          <ButtonLink look="secondary" to={pagePath('ownPictures')}>
            Your pictures
          </ButtonLink>
          <ShareButton professional={profile}>Share your page</ShareButton>
        </div>
      </div>
    </div>
  );
}

export function ProfileCardSkeleton() {
  return (
    <Card className={styles.card}>
      <SkeletonBlock height="48px" />
    </Card>
  );
}
