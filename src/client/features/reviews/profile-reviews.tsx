import { type CSSProperties, useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { Card } from '#client/ui/card.tsx';
import { Failure } from '#client/ui/message.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { counted } from '#shared/counted.ts';
import type { ReviewsPage } from '#shared/reviews.ts';
import { ReviewItem } from './review-item.tsx';
import styles from './reviews.module.css';
import { StarRow } from './stars.tsx';

/** Reviews a page, and first of all (contract 14). */
const reviewsAtOnce = 10;

interface ProfileReviewsProps {
  id: string;
  name: string;
  zone: string;
}

/** Average, spread and the newest reviews of a professional; nothing without any. */
export function ProfileReviews({ id, name, zone }: ProfileReviewsProps) {
  const [limit, setLimit] = useState(reviewsAtOnce);
  const { data, error, refetch, isFetching } = trpc.reviews.ofProfessional.useQuery(
    { id, limit },
    { placeholderData: (before) => before },
  );
  if (error && !data) return <Failure text="Failed to load the reviews." retry={refetch} />;
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews">Reviews</h2>
      <Summary summary={data.summary} />
      <Card rows>
        {data.results.map((review) => (
          <ReviewItem key={review.id} review={review} zone={zone} professional={name} />
        ))}
      </Card>
      {data.results.length < data.total && limit < 100 && (
        <ShowMore isLoading={isFetching} onClick={() => setLimit(limit + reviewsAtOnce)} />
      )}
    </section>
  );
}

export function Summary({ summary: { average, count, stars } }: { summary: ReviewsPage['summary'] }) {
  if (average === null) return null;
  return (
    <div className={styles.summary}>
      <p className={styles.average}>
        <strong>{average.toFixed(1)}</strong> <StarRow stars={Math.round(average)} />
        <span className="soft">from {counted(count, 'client')}</span>
      </p>
      <dl className={styles.spread}>
        {[5, 4, 3, 2, 1].map((one) => {
          const clients = stars[one - 1] ?? 0;
          return (
            <div key={one}>
              <dt>{counted(one, 'star')}</dt>
              <dd>
                <span className={styles.bar} style={{ '--share': `${(100 * clients) / count}%` } as CSSProperties} />
                <span>{clients}</span>
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
