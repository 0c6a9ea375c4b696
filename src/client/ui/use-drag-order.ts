import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';

/** How near to the window's edge a dragged item scrolls it, and how far at once, CSS pixels. */
const nearEdge = 70;
const scrollStep = 14;

/** How far an arrow key moves an item: in a grid up and down, too, by one, as rows have different lengths. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

interface DragOrderOptions {
  ids: readonly string[];
  /** One item to a row, each as high as it needs. */
  isColumn?: boolean;
  /** Shows the items in another order. */
  show: (ids: string[]) => void;
  /** Saves what is shown; `to` is where the item came to. */
  save: (ids: string[], id: string, to: number) => void;
}

/** A copy in which an id stands at another position. */
function withMoved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/**
 * The order of a list's items, changed by dragging and by keys. The list carries `list`, whose children are the items;
 * what keeps the focus in an item is marked by `data-move`.
 */
export function useDragOrder<List extends HTMLElement>({ ids, isColumn, show, save }: DragOrderOptions) {
  const [dragged, setDragged] = useState<string>();
  /** Said by screen readers. */
  const [said, setSaid] = useState('');
  const list = useRef<List>(null);
  const moved = useRef<{ id: string; kind: string | undefined }>(undefined);

  // Moving an element takes the focus from what is in it.
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    const { id, kind } = moved.current;
    const item = list.current?.children[ids.indexOf(id)];
    const all = [...(item?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])].filter((one) => !one.disabled);
    (all.find((one) => one.dataset.move === kind) ?? all[0])?.focus();
    moved.current = undefined;
  }, [ids]);

  function keep(order: string[], id: string, to: number) {
    setSaid(`Now at place ${to + 1} of ${ids.length}`);
    save(order, id, to);
  }

  /** `kind` is the `data-move` of the control that keeps the focus. */
  function move(id: string, to: number, kind?: string) {
    if (to < 0 || to >= ids.length || to === ids.indexOf(id)) return;
    const order = withMoved(ids, id, to);
    moved.current = { id, kind };
    show(order);
    keep(order, id, to);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, id: string) {
    const at = ids.indexOf(id);
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? ids.length - 1 : at + (steps[event.key] ?? 0);
    if (to === at && !['Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    move(id, to, event.currentTarget.dataset.move);
  }

  /** The item below a point; in a column once it is past its middle, so that a high one that gives way stays put. */
  function indexAt(x: number, y: number, from: number): number {
    return [...(list.current?.children ?? [])].findIndex((item, index) => {
      const { left, right, top, bottom } = item.getBoundingClientRect();
      if (x < left || x >= right || y < top || y >= bottom) return false;
      const middle = (top + bottom) / 2;
      return !isColumn || (index > from ? y > middle : y < middle);
    });
  }

  /** Follows the pointer until it is lifted. Escape puts the item back. */
  function drag(event: PointerEvent, id: string) {
    if (event.button !== 0 || ids.length < 2) return;
    event.preventDefault();
    const before = [...ids];
    const from = before.indexOf(id);
    let to = from;
    const ended = new AbortController();
    const { signal } = ended;
    const end = () => {
      ended.abort();
      setDragged(undefined);
    };
    setDragged(id);
    window.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (clientY < nearEdge) window.scrollBy(0, -scrollStep);
        if (clientY > window.innerHeight - nearEdge) window.scrollBy(0, scrollStep);
        const over = indexAt(clientX, clientY, to);
        if (over === -1 || over === to) return;
        to = over;
        show(withMoved(before, id, to));
      },
      { signal },
    );
    const back = () => {
      show(before);
      end();
    };
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && back(), { signal });
    window.addEventListener('pointercancel', back, { signal });
    window.addEventListener(
      'pointerup',
      () => {
        end();
        if (to !== from) keep(withMoved(before, id, to), id, to);
      },
      { signal },
    );
  }

  return { list, dragged, said, move, onKeyDown, drag };
}
