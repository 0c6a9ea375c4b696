import { type ComponentProps, type ReactNode, useId } from 'react';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { RatingLabel } from '#client/features/reviews/stars.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { Skeleton, SkeletonBlock } from '#client/ui/skeleton.tsx';
import type { Rating } from '#shared/rules/rating.ts';
import { AskedSlots, bookingAt } from './asked-slots.tsx';
import styles from './listing-card.module.css';
import { NextFreeLabel } from './next-free-label.tsx';

/** How wide the picture of a card is shown. */
export const cardSizes = '(max-width: 767px) 104px, 380px';

/** Where a `CardPicture` stands in the card. */
export const cardPicture = styles.picture;

interface ListingCardProps {
  to: string;
  name: string;
  /** A `CardPicture` of the class `cardPicture`. */
  picture: ReactNode;
  price: ReactNode;
  rating: Rating | null;
  /** When it is free next, ISO 8601. */
  nextFree: string | null;
  /** Several are shown below everything else, one in place of what `nextFree` says; each pressed on its own. */
  free: ComponentProps<typeof AskedSlots>;
  /** Level of the name's heading. */
  heading?: 'h2' | 'h3';
  children: ReactNode;
}

/** Where a line of text stands in the card: of one line, so that the lines of all cards stand beside each other. */
export const cardLine = styles.line;

/** What somebody wrote. On a phone its first words would be cut; the page has all of them. */
export const saidLine = `${styles.line} ${styles.said} unseen-on-phone`;

/** One of few words, which a phone has beside the price. */
export const shortLine = `${styles.line} ${styles.short}`;

/** A card in a listing, on phones a row; the whole card links to `to`. */
export function ListingCard({
  to,
  name,
  picture,
  price,
  rating,
  nextFree,
  free,
  heading: Heading = 'h2',
  children,
}: ListingCardProps) {
  const id = useId();
  const [first, second] = free.slots ?? [];
  return (
    <Card link className={styles.card}>
      {picture}
      <div className={styles.text}>
        <Heading id={id} className={styles.name}>
          <Link to={to} data-cover>
            <bdi>{name}</bdi>
          </Link>
        </Heading>
        {!second && (
          <p className={styles.next}>
            <NextFreeLabel
              start={first?.start_time ?? nextFree}
              zone={free.zone}
              to={first && bookingAt(first.service_id, free.professionalId, first.start_time)}
              of={id}
            />
          </p>
        )}
        <div className={styles.facts}>
          <span className={styles.price}>{price}</span>
          {rating && (
            <span className={styles.rating}>
              <RatingLabel rating={rating} />
            </span>
          )}
        </div>
        {children}
      </div>
      {second && <AskedSlots {...free} />}
    </Card>
  );
}

const lines = ['60%', '80%', '50%', '70%', '35%'];

/** As high as a card. */
export function ListingCardSkeleton() {
  return (
    <Skeleton>
      <span className={styles.card}>
        <CardPicture picture={null} width={420} className={styles.picture}>
          <SkeletonBlock height="100%" />
        </CardPicture>
        <span className={styles.text}>
          {lines.map((width) => (
            <SkeletonBlock key={width} width={width} height="1.2rem" />
          ))}
        </span>
      </span>
    </Skeleton>
  );
}
