import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';
import { preload } from '#client/lib/preload.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A place of this product. */
  to: To;
  /** Takes the present place's entry in the history. */
  replace?: boolean;
  /** Kept with the history's entry. */
  state?: unknown;
}

function pathOf(to: To) {
  return (typeof to === 'string' ? to : (to.pathname ?? '')).split(/[?#]/)[0] ?? '';
}

/** A link inside the product; hover, touch and focus fetch the code and the data of where it leads. The router's own brings the code of routers that we do not use. */
export function Link({ to, replace, state, target, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target });
  const warm = () => preload(pathOf(to));
  return (
    <a
      href={useHref(to)}
      target={target}
      onPointerEnter={warm}
      onTouchStart={warm}
      onFocus={warm}
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
