import { type ComponentProps, type ReactNode, useState } from 'react';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  /** Without a URL, or if it does not load, `children` are shown. */
  src: string | null | undefined;
  alt: string;
  children?: ReactNode;
}

/** A picture from a URL that users entered; never shows a broken image. */
export function Picture({ src, alt, children, ...rest }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken) return children;
  return <img src={src} alt={alt} referrerPolicy="no-referrer" {...rest} onError={() => setBroken(src)} />;
}
