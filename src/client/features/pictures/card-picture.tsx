import type { ReactNode } from 'react';
import { Picture } from '#client/ui/picture.tsx';

interface CardPictureProps {
  /** The first picture of what the card is of. */
  picture: { url: string; alt: string } | null | undefined;
  /** A URL shown where there is no picture, such as that of a profile. */
  otherwise?: string | null;
  /** How wide it is shown. */
  sizes: string;
  /** CSS pixels, for the shape that is left free. */
  width: number;
  height: number;
  /** The ornament, which also stands behind the picture until it has loaded. */
  children: ReactNode;
}

/** A card's picture over its ornament; the frame positions both. */
export function CardPicture({ picture, otherwise, children, ...shape }: CardPictureProps) {
  return (
    <>
      {children}
      <Picture src={picture?.url ?? otherwise} alt={picture?.alt ?? ''} loading="lazy" {...shape} />
    </>
  );
}
