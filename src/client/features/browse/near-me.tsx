import { type ReactNode, useState } from 'react';
import { type Filters, noPoint } from './use-filters.ts';

interface NearMeProps {
  filters: Filters;
  change: (next: Partial<Filters>) => void;
  className?: string;
  /** What the button stands among; what is said of a refusal comes below. */
  among?: (button: ReactNode) => ReactNode;
}

/** So precise that a suburb is found, and no house. */
const decimals = 2;

/**
 * Asks the browser where the viewer is, when pressed only. The position is stored nowhere but in the address, with two
 * decimals: about a kilometre.
 */
export function NearMe({ filters, change, className, among = (button) => button }: NearMeProps) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');

  // The point of a place that is named is not the viewer's own.
  const isNear = filters.near !== '' && filters.location === '';

  function ask() {
    if (isNear) return change(noPoint);
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setState('idle');
        change({ near: `${latitude.toFixed(decimals)},${longitude.toFixed(decimals)}`, location: '' });
      },
      () => setState('failed'),
      { maximumAge: 300_000, timeout: 10_000 },
    );
  }
  return (
    <>
      {among(
        <button
          type="button"
          data-scripted
          className={className}
          aria-pressed={isNear}
          aria-busy={state === 'asking' || undefined}
          onClick={ask}
        >
          Near me
        </button>,
      )}
      <span role="status">{state === 'failed' && "We can't find you. Type a suburb instead."}</span>
    </>
  );
}
