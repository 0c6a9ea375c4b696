import { type RefObject, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

const actions = 'a, button, input, select, textarea, label, summary';
/** Pixels between the lines that are looked at: the smallest control is higher. */
const step = 8;
/** How far from its place it may stand, a share of the window's height. */
const reach = 0.6;

/** Whether words of the element itself stand at a height, between two edges. */
function hasWordsAt(element: Element, y: number, left: number, right: number): boolean {
  const range = document.createRange();
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return false;
    range.selectNodeContents(node);
    return [...range.getClientRects()].some(
      (box) => box.top <= y && box.bottom >= y && box.left < right && box.right > left,
    );
  });
}

/**
 * Returns how many pixels above its place an element that floats over the page covers neither words nor an action; null
 * for nowhere.
 */
function freeRise(over: Element): number | null {
  const { left, top, width, height } = over.getBoundingClientRect();
  const isTaken = (y: number) =>
    [left, left + width / 2, left + width - 1].some((x) =>
      document
        .elementsFromPoint(x, y)
        .some(
          (element) =>
            !over.contains(element) &&
            (element.closest(actions) !== null || hasWordsAt(element, y, left, left + width)),
        ),
    );
  // Lines from the bottom up, of which so many free ones in a row are enough.
  const needed = Math.ceil(height / step) + 1;
  let free = 0;
  for (let line = 0; line * step <= height + reach * window.innerHeight; line++) {
    const y = top + height - 1 - line * step;
    if (y < 0) return null;
    free = isTaken(y) ? 0 : free + 1;
    if (free === needed) return (line + 1 - needed) * step;
  }
  return null;
}

/**
 * How far above its place an element that floats over the page covers neither words nor what can be pressed; null once
 * there was no such place on this page. Follows scrolling and what the page loads; stays while it is open.
 */
export function useFreeRise(over: RefObject<Element | null>, isOpen: boolean): number | null {
  const { pathname } = useLocation();
  const [found, setFound] = useState<{ pathname: string; rise: number | null }>({ pathname, rise: 0 });
  const rise = found.pathname === pathname ? found.rise : 0;
  const isNowhere = rise === null;

  useEffect(() => {
    if (isNowhere || isOpen) return;
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setFound({ pathname, rise: over.current && freeRise(over.current) }));
    };
    const layout = new ResizeObserver(look);
    layout.observe(document.body);
    const content = new MutationObserver(look);
    content.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('scroll', look, { passive: true, capture: true });
    window.addEventListener('resize', look);
    look();
    return () => {
      cancelAnimationFrame(frame);
      layout.disconnect();
      content.disconnect();
      document.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [over, pathname, isNowhere, isOpen]);

  return rise;
}
