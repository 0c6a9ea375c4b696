import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router';
import { preload } from '#client/lib/preload.ts';

function pathOf(to: ComponentProps<typeof RouterLink>['to']) {
  return (typeof to === 'string' ? to : (to.pathname ?? '')).split(/[?#]/)[0] ?? '';
}

/** A link inside the product; hover, touch and focus fetch the code of where it leads. */
export function Link({ to, ...rest }: ComponentProps<typeof RouterLink>) {
  const warm = () => preload(pathOf(to));
  return <RouterLink to={to} onPointerEnter={warm} onTouchStart={warm} onFocus={warm} {...rest} />;
}
