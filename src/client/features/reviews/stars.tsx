import { counted } from '#shared/counted.ts';
import styles from './reviews.module.css';

const star = 'M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.4l-5.9 3.2 1.2-6.5L2.5 9.5l6.6-.9z';

/** One to five stars, in words for screen readers. */
export function Stars({ stars }: { stars: number }) {
  return (
    <>
      <span className="visually-hidden">{`${counted(stars, 'star')} out of 5`}</span>
      <StarRow stars={stars} />
    </>
  );
}

/** Stars beside a number that says the same. */
export function StarRow({ stars }: { stars: number }) {
  return (
    <span className={styles.stars}>
      {[1, 2, 3, 4, 5].map((one) => (
        <Star key={one} isFull={one <= stars} />
      ))}
    </span>
  );
}

export function Star({ isFull }: { isFull: boolean }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      className={styles.star}
      data-full={isFull || undefined}
      aria-hidden="true"
    >
      <path d={star} />
    </svg>
  );
}

/** `4.8 (12)` on cards and rows; nothing without any review. */
export function RatingLabel({ rating }: { rating: { average: number; count: number } | null }) {
  if (!rating) return null;
  return (
    <span className={styles.rating}>
      <Star isFull />
      <span aria-hidden="true">{`${rating.average.toFixed(1)} (${rating.count})`}</span>
      <span className="visually-hidden">
        {`Rated ${rating.average.toFixed(1)} out of 5 by ${counted(rating.count, 'client')}`}
      </span>
    </span>
  );
}
