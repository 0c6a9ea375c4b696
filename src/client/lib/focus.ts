import type { FocusEvent } from 'react';

/** Scrolls a row until what the keyboard came to is whole; a browser leaves alone what it sees in part. */
export function showFocused({ target }: FocusEvent) {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** As a `ref`: scrolls what has just come into sight, as the button that brought it may be at the other end of the page. */
export function bringIntoView(node: Element | null) {
  // It is no clean-up, whatever scrolling returns.
  void node?.scrollIntoView({ block: 'nearest' });
}

/** Set while a navigation waits for the heading of a screen that is not rendered yet. */
let asked = false;

/** Focuses the screen's heading, or with null the next heading that is rendered. */
export function askForFocus(heading: HTMLElement | null) {
  asked = heading === null;
  if (heading) focusHeading(heading);
}

const opened = '[role="menu"], [role="dialog"], [role="alertdialog"], [aria-haspopup][aria-expanded="true"]';

/** Does nothing while a menu or dialog is open: losing the focus would close it. */
export function focusHeading(heading: HTMLElement) {
  if (document.querySelector(opened) === null) heading.focus({ preventScroll: true });
}

/** Returns whether a heading should take the focus, true once per request. */
export function focusWasAsked() {
  const was = asked;
  asked = false;
  return was;
}

/**
 * Focuses an element in the first frame in which it is shown, as it may wait for what stands above it (`data-held`).
 * Returns what gives that up.
 */
export function focusOnceShown(element: HTMLElement | null | undefined): () => void {
  const shown = new ResizeObserver(() => {
    if (!element?.checkVisibility()) return;
    shown.disconnect();
    element.focus();
  });
  if (element) shown.observe(element);
  return () => shown.disconnect();
}
