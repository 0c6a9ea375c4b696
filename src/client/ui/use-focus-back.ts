import { useLayoutEffect } from 'react';
import { askForFocus } from '#client/lib/focus.ts';

/**
 * A busy button is disabled, and so loses the focus: gives it back after `busy`, unless it was moved on meanwhile; to
 * the heading where the button is gone, unless it was in a dialog, which gives the focus back itself.
 */
export function useFocusBack(busy: boolean) {
  useLayoutEffect(() => {
    if (!busy) return;
    const before = document.activeElement;
    return () => {
      if (document.activeElement !== document.body || !(before instanceof HTMLElement)) return;
      before.focus({ preventScroll: true });
      if (document.activeElement !== before && !before.closest('[role$="dialog"]'))
        askForFocus(document.querySelector('h1'));
    };
  }, [busy]);
}
