import type { ReactNode } from 'react';
import type { PublicReview } from '#shared/reviews.ts';
import { textureNames } from '#shared/texture-names.ts';
import { formatShortDay } from '#shared/time.ts';
import styles from './reviews.module.css';
import { Stars } from './stars.tsx';

interface ReviewItemProps {
  /** One's own is shown without regard to others. */
  review: Omit<PublicReview, 'counts'> & Partial<Pick<PublicReview, 'counts'>>;
  zone: string;
  /** Epoch milliseconds: a day of another year says its own; undefined on rendered pages, where each does. */
  now?: number;
  /** Who replied. */
  professional: string;
  children?: ReactNode;
}

/** A review as text, with the professional's reply beneath. */
export function ReviewItem({ review, zone, now = 0, professional, children }: ReviewItemProps) {
  const { stars, author, created_at, edited_at, services, text, reply, replied_at, counts = true } = review;
  const day = (at: string) => formatShortDay(Date.parse(at), zone, now);
  return (
    <div className={styles.review}>
      <p className={styles.head}>
        <Stars stars={stars} />
        <strong>
          <bdi>{author}</bdi>
        </strong>
        <span className="soft">
          {day(created_at)}
          {edited_at && ', changed'}
        </span>
      </p>
      {!counts && <p className="soft">An earlier review</p>}
      <p className="soft">
        {services.map(({ name }) => name).join(', ')}
        {review.texture && ` · ${textureNames[review.texture]} hair`}
      </p>
      {text && (
        <p className={styles.words} dir="auto">
          {text}
        </p>
      )}
      {reply && (
        <div className={styles.reply}>
          <p className="soft">
            <bdi>{professional}</bdi> replied{replied_at && `, ${day(replied_at)}`}
          </p>
          <p className={styles.words} dir="auto">
            {reply}
          </p>
        </div>
      )}
      {children}
    </div>
  );
}
