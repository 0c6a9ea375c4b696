import { type ComponentProps, useTransition } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';
import { preload } from '#client/lib/preload.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** Replaces the current history entry. */
  replace?: boolean;
  /** History state of the new entry. */
  state?: unknown;
}

function pathOf(to: To) {
  return (typeof to === 'string' ? to : (to.pathname ?? '')).split(/[?#]/)[0] ?? '';
}

/**
 * An internal link that preloads its target on hover, touch and focus, and is busy until that is shown. The router's
 * `Link` would import routers that are not used here.
 */
export function Link({ to, replace, state, target, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target });
  const [isBusy, start] = useTransition();
  const warm = () => preload(pathOf(to));
  return (
    <a
      href={useHref(to)}
      target={target}
      aria-busy={isBusy || undefined}
      onPointerEnter={warm}
      onTouchStart={warm}
      onFocus={warm}
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) start(() => follow(event));
      }}
    />
  );
}
