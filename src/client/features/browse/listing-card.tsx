import type { ReactNode } from 'react';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { Skeleton, SkeletonBlock } from '#client/ui/skeleton.tsx';
import styles from './listing-card.module.css';

/** How wide the picture of a card is shown. */
export const cardSizes = '(max-width: 767px) 100vw, 380px';

interface ListingCardProps {
  to: string;
  name: string;
  picture: ReactNode;
  /** Shown at the end of the name's line. */
  aside: ReactNode;
  children: ReactNode;
}

/** A card in a listing; the whole card links to `to`. */
export function ListingCard({ to, name, picture, aside, children }: ListingCardProps) {
  return (
    <Card link className={styles.card}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.text}>
        <div className={styles.head}>
          <h2 className={styles.name}>
            <Link to={to} data-cover>
              {name}
            </Link>
          </h2>
          {aside}
        </div>
        {children}
      </div>
    </Card>
  );
}

/** As high as a card; `children` are the skeleton blocks of its text. */
export function ListingCardSkeleton({ children }: { children: ReactNode }) {
  return (
    <Skeleton>
      <SkeletonBlock height="150px" />
      <span className={styles.text}>{children}</span>
    </Skeleton>
  );
}
