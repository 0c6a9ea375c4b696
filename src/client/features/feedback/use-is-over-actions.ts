import { type RefObject, useEffect, useState } from 'react';

const actions = 'a, button, input, select, textarea, label, summary';
/** Shares of the box's width and height: closer together than the smallest control is wide. */
const points = [0, 0.5, 1].flatMap((x) => [0, 0.5, 1].map((y) => ({ x, y })));

function isOverActions(over: Element) {
  const box = over.getBoundingClientRect();
  return points.some(({ x, y }) =>
    document
      .elementsFromPoint(box.left + x * (box.width - 1), box.top + y * (box.height - 1))
      .some((element) => !over.contains(element) && element.closest(actions) !== null),
  );
}

/**
 * Whether an element that floats over the page stands over something that can be pressed. Follows scrolling and what
 * the page loads.
 */
export function useIsOverActions(over: RefObject<Element | null>): boolean {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setIsOver(over.current !== null && isOverActions(over.current)));
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
  }, [over]);

  return isOver;
}
