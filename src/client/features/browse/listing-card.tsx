import type { ComponentProps, ReactNode } from 'react';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { Skeleton, SkeletonBlock } from '#client/ui/skeleton.tsx';
import { AskedSlots } from './asked-slots.tsx';
import styles from './listing-card.module.css';

/** How wide the picture of a card is shown. */
export const cardSizes = '(max-width: 767px) 104px, 380px';

/** Where a `CardPicture` stands in the card. */
export const cardPicture = styles.picture;

interface ListingCardProps {
  to: string;
  name: string;
  /** A `CardPicture` of the class `cardPicture`. */
  picture: ReactNode;
  /** Shown at the end of the name's line. */
  aside?: ReactNode;
  /** The last line. */
  foot: ReactNode;
  /** Of a search by time: shown below everything else, each pressed on its own. */
  asked: ComponentProps<typeof AskedSlots>;
  /** Level of the name's heading. */
  heading?: 'h2' | 'h3';
  children: ReactNode;
}

/** A card in a listing, on phones a row; the whole card links to `to`. */
export function ListingCard({
  to,
  name,
  picture,
  aside,
  foot,
  asked,
  heading: Heading = 'h2',
  children,
}: ListingCardProps) {
  return (
    <Card link className={styles.card}>
      {picture}
      <div className={styles.text}>
        <div className={styles.head}>
          <Heading className={styles.name}>
            <Link to={to} data-cover>
              <bdi>{name}</bdi>
            </Link>
          </Heading>
          {aside}
        </div>
        {children}
        <div className={styles.foot}>{foot}</div>
      </div>
      <AskedSlots {...asked} />
    </Card>
  );
}

/** As high as a card; `children` are the skeleton blocks of its text. */
export function ListingCardSkeleton({ children }: { children: ReactNode }) {
  return (
    <Skeleton>
      <span className={styles.card}>
        <CardPicture picture={null} width={420} className={styles.picture}>
          <SkeletonBlock height="100%" />
        </CardPicture>
        <span className={styles.text}>{children}</span>
      </span>
    </Skeleton>
  );
}
