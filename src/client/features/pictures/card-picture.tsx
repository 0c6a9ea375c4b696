import type { ReactNode } from 'react';
import { Picture } from '#client/ui/picture.tsx';
import type { Focus } from '#shared/pictures.ts';
import styles from './card-picture.module.css';
import { focusStyle } from './focus-style.ts';

interface CardPictureProps {
  /** The first picture of what the card is of. */
  picture: { url: string; alt: string; focus?: Focus } | null | undefined;
  /** A URL shown where there is no picture, such as that of a profile. */
  otherwise?: string | null;
  /** CSS pixels, at most. */
  width: number;
  /** 4:5 instead of 1:1. */
  tall?: boolean;
  /** How wide it is shown; by default `width`. */
  sizes?: string;
  /** Loaded at once, for what is in sight at first. */
  eager?: boolean;
  className?: string;
  /** The ornament, which also stands behind the picture until it has loaded. */
  children: ReactNode;
}

/** The picture of a card or row over its ornament: whole or nearly, cut around its focus. */
export function CardPicture({ picture, otherwise, width, tall, sizes, eager, className, children }: CardPictureProps) {
  return (
    <span className={[styles.picture, tall && styles.tall, className].filter(Boolean).join(' ')} data-card-picture>
      {children}
      <Picture
        src={picture?.url ?? otherwise}
        alt={picture?.alt ?? ''}
        sizes={sizes}
        width={width}
        height={tall ? width * 1.25 : width}
        loading={eager ? undefined : 'lazy'}
        style={focusStyle(picture?.focus)}
      />
    </span>
  );
}
