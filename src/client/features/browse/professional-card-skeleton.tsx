import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import { ListingCardSkeleton } from './listing-card.tsx';

/** Apart from the card, whose code may come later. */
export function ProfessionalCardSkeleton() {
  return (
    <ListingCardSkeleton>
      <SkeletonBlock width="60%" height="25px" />
      <SkeletonBlock width="45%" height="20px" />
      <SkeletonBlock height="40px" />
      <SkeletonBlock width="80%" height="20px" />
    </ListingCardSkeleton>
  );
}
