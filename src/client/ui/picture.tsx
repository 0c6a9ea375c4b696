import { type ComponentProps, type ReactNode, useState } from 'react';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  /** None, or one that does not load: `children` stand in. */
  src: string | null | undefined;
  alt: string;
  children?: ReactNode;
}

/** A picture that people gave us an address of; nobody ever sees a broken one. */
export function Picture({ src, alt, children, ...rest }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken) return children;
  return <img src={src} alt={alt} referrerPolicy="no-referrer" {...rest} onError={() => setBroken(src)} />;
}
