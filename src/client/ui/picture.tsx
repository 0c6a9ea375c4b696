import { type ComponentProps, type ReactNode, useState } from 'react';
import { srcSetOf } from '#shared/picture-files.ts';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt' | 'ref'> {
  /** Without a URL, or if it does not load, `children` are shown. */
  src: string | null | undefined;
  alt: string;
  /** How wide it is shown, for pictures that the server stores in several widths; by default `width` CSS pixels. */
  sizes?: string;
  children?: ReactNode;
}

/** A picture of a rendered page may have failed before anything heard of it: it is loaded again. */
function hearAgain(img: HTMLImageElement | null) {
  if (img?.complete && !img.naturalWidth) img.src += '';
}

/** A picture from the server or from a URL that users entered; never shows a broken image. */
export function Picture({ src, alt, sizes, children, ...rest }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken) return children;
  const avif = srcSetOf(src, 'avif');
  const shown = avif && (sizes ?? `${rest.width}px`);
  const image = (
    <img
      src={src}
      srcSet={srcSetOf(src, 'webp')}
      sizes={shown}
      alt={alt}
      referrerPolicy="no-referrer"
      ref={hearAgain}
      {...rest}
      onError={() => setBroken(src)}
    />
  );
  if (!avif) return image;
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={shown} />
      {image}
    </picture>
  );
}
