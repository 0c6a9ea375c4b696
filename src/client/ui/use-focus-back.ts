import { useLayoutEffect } from 'react';

/** A busy button is disabled, and so loses the focus: gives it back after `busy`, unless it was moved on meanwhile. */
export function useFocusBack(busy: boolean) {
  useLayoutEffect(() => {
    if (!busy) return;
    const before = document.activeElement;
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, [busy]);
}
