import type { NextFree } from '#client/features/booking/slots/use-next-free-slot.ts';
import { FavouriteButton } from '#client/features/favourites/favourite-button.tsx';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { ProfessionalOrnament } from '#client/features/pictures/ornaments.tsx';
import type { useLightbox } from '#client/features/pictures/use-lightbox.tsx';
import { RatingLabel } from '#client/features/reviews/stars.tsx';
import { ShareButton } from '#client/features/share/share-button.tsx';
import { useSession } from '#client/lib/session.ts';
import type { Outputs } from '#client/lib/trpc.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { dot } from '#client/ui/dot.ts';
import { PageHeading } from '#client/ui/page.tsx';
import { Skeleton, SkeletonBlock } from '#client/ui/skeleton.tsx';
import { counted } from '#shared/counted.ts';
import { pagePath } from '#shared/pages.ts';
import type { Picture as WorkPicture } from '#shared/pictures.ts';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import { professionalTypeNames } from './professional-type.ts';
import styles from './profile-head.module.css';

/** A longer name would fill a phone's screen in the large type, UTF-16 units. */
const longName = 24;

interface ProfileHeadProps {
  professional: Outputs['professionals']['byId'];
  pictures: readonly WorkPicture[];
  opener: ReturnType<typeof useLightbox>['opener'];
  /** What it costs, in words; undefined while it is not known and where nothing can be booked. */
  price: string | undefined;
  /** The next free slot in epoch milliseconds; null without any, undefined while it is not known. */
  nextFree: NextFree;
}

/** How a professional's page begins: the first picture of work beside the name, the place and what is asked first. */
export function ProfileHead({ professional, pictures, opener, price, nextFree }: ProfileHeadProps) {
  const { display_name, professional_type, location, experience_years, time_zone: zone } = professional;
  const role = useSession((session) => session.role);
  return (
    <div className={styles.head}>
      <FirstPicture professional={professional} pictures={pictures} opener={opener} />
      <div className={display_name.length > longName ? `${styles.text} ${styles.long}` : styles.text}>
        <PageHeading
          lead={
            <>
              {professionalTypeNames[professional_type]} in <bdi>{location}</bdi>
              {dot}
              <span className="unbroken">{counted(experience_years, 'year')}</span>
            </>
          }
        >
          <bdi>{display_name}</bdi>
        </PageHeading>
        <div className={styles.details}>
          {professional.rating && (
            <p>
              <RatingLabel rating={professional.rating} />
            </p>
          )}
          {price !== undefined && <p>{price}</p>}
          <p className={styles.free} data-free={typeof nextFree === 'number' || undefined}>
            {typeof nextFree === 'number' && (
              <>
                <span className="visually-hidden">Free from</span> {formatShortDay(nextFree, zone)},{' '}
                <span className="unbroken">{formatSlotTime(nextFree, zone)}</span>
              </>
            )}
          </p>
        </div>
        <div className={styles.share}>
          {role !== 'professional' && role !== 'admin' && (
            <ButtonLink look="quiet" to={`${pagePath('messages', { threadId: '' })}?to=${professional.id}`}>
              Ask a question
            </ButtonLink>
          )}
          <div className={styles.favourite}>
            <FavouriteButton professionalId={professional.id} />
          </div>
          <ShareButton look="quiet" professional={professional}>
            Share
          </ShareButton>
        </div>
      </div>
    </div>
  );
}

/** Work before the portrait, the portrait before the ornament; the avatar is on it, unless it is the portrait itself. */
function FirstPicture({
  professional,
  pictures,
  opener,
}: Pick<ProfileHeadProps, 'professional' | 'pictures' | 'opener'>) {
  const { display_name, profile_picture } = professional;
  const [first] = pictures;
  const ornament = <ProfessionalOrnament professional={professional} width={240} height={300} />;
  const shape = { tall: true, eager: true, width: 240, sizes: '(max-width: 767px) 136px, 240px' };
  return (
    <div className={styles.picture}>
      {first ? (
        <button className={styles.open} {...opener(0)}>
          <CardPicture picture={{ ...first, alt: '' }} {...shape}>
            {ornament}
          </CardPicture>
        </button>
      ) : (
        <CardPicture picture={null} otherwise={profile_picture} {...shape} className={styles.open}>
          {ornament}
        </CardPicture>
      )}
      {pictures.length > 1 && (
        <span className={styles.count} aria-hidden="true">
          {counted(pictures.length, 'picture')}
        </span>
      )}
      {(first || !profile_picture) && (
        <div className={styles.portrait}>
          <Avatar name={display_name} src={profile_picture} size={56} ring />
        </div>
      )}
    </div>
  );
}

export function ProfileHeadSkeleton() {
  return (
    <div className={styles.head}>
      <div className={styles.picture}>
        <CardPicture picture={null} tall width={240} className={styles.open}>
          <SkeletonBlock height="100%" />
        </CardPicture>
      </div>
      <div className={styles.text}>
        <Skeleton width="80%" height="40px" />
        <Skeleton width="60%" height="26px" />
      </div>
    </div>
  );
}
