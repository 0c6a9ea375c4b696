import { getQueryKey } from '@trpc/react-query';
import { type CSSProperties, useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';
import { Card } from '#client/ui/card.tsx';
import { Failure } from '#client/ui/message.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { SelectField } from '#client/ui/text-field.tsx';
import { counted } from '#shared/counted.ts';
import type { ReviewsPage } from '#shared/reviews.ts';
import { type Texture, textures } from '#shared/rules/hair.ts';
import { textureNames } from '#shared/texture-names.ts';
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
  const { client } = trpc.useUtils();
  const [texture, setTexture] = useState<Texture>();
  // Once a review says so, it can be asked for.
  const [isTold, setTold] = useState(false);
  const { first, items, isPending, showMore, error, retry } = usePages({
    queryKey: getQueryKey(trpc.reviews.ofProfessional, { id, texture }, 'infinite'),
    load: (page) => client.reviews.ofProfessional.query({ id, texture, ...page }),
    failedText: 'Failed to load the reviews.',
    limit: reviewsAtOnce,
  });
  const failure = error && <Failure text="Failed to load the reviews." retry={retry} />;
  if (!first) return failure;
  if (first.total === 0 && !texture) return null;
  if (!isTold && items.some((review) => review.texture)) setTold(true);
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews">Reviews</h2>
      <Summary summary={first.summary} />
      {isTold && (
        <div className={styles.texture}>
          <SelectField
            label="From people with"
            emptyLabel="Any hair"
            options={textures.map((value) => ({ value, label: textureNames[value] }))}
            value={texture ?? ''}
            onChange={({ target: { value } }) => setTexture(textures.find((one) => one === value))}
          />
        </div>
      )}
      {first.total === 0 && <p className="soft">No reviews from people with this hair yet.</p>}
      <Card rows>
        {items.map((review) => (
          <ReviewItem key={review.id} review={review} zone={zone} professional={name} />
        ))}
      </Card>
      {failure}
      {showMore && <ShowMore isLoading={isPending} onClick={showMore} />}
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
