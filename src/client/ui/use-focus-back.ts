import { useLayoutEffect } from 'react';
import { askForFocus } from '#client/lib/focus.ts';

/**
 * Gives the focus back unless it was moved on meanwhile; to the heading where what had it is gone, unless that was in a
 * dialog, which gives the focus back itself.
 */
export function giveFocusBack(before: Element | null) {
  if (document.activeElement !== document.body || !(before instanceof HTMLElement)) return;
  // It is where it was pressed: scrolled to, one in a bar at the bottom would move the page.
  before.focus({ preventScroll: true });
  if (document.activeElement !== before && !before.closest('[role$="dialog"]'))
    askForFocus(document.querySelector('h1'));
}

/** A busy button is disabled, and so loses the focus: gives it back after `busy`. */
export function useFocusBack(busy: boolean) {
  useLayoutEffect(() => {
    if (!busy) return;
    const before = document.activeElement;
    return () => giveFocusBack(before);
  }, [busy]);
}
