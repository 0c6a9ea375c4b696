import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';
import type { Picture } from '#shared/pictures.ts';

/** How near to the window's edge a dragged picture scrolls it, and how far at once, CSS pixels. */
const nearEdge = 70;
const scrollStep = 14;

const failed = 'The new order could not be saved.';

/** A copy in which the picture stands at another position. */
function withMoved(pictures: readonly Picture[], id: string, to: number): Picture[] {
  const moving = pictures.filter((one) => one.id === id);
  const others = pictures.filter((one) => one.id !== id);
  return [...others.slice(0, to), ...moving, ...others.slice(to)].map((one, position) => ({ ...one, position }));
}

/**
 * The order of a professional's pictures, changed by dragging and by keys: shown at once and saved one change after the
 * other.
 */
export function usePictureOrder(professionalId: string, pictures: readonly Picture[]) {
  const { pictures: calls } = trpc.useUtils();
  const change = trpc.pictures.change.useMutation();
  const [dragged, setDragged] = useState<string>();
  /** Said by screen readers. */
  const [said, setSaid] = useState('');
  const grid = useRef<HTMLUListElement>(null);
  const saving = useRef(Promise.resolve());
  const moved = useRef<string>(undefined);

  // Moving an element takes the focus from what is in it.
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    const index = pictures.findIndex(({ id }) => id === moved.current);
    grid.current?.children[index]?.querySelector<HTMLElement>('[data-move]')?.focus();
    moved.current = undefined;
  }, [pictures]);

  function show(id: string, to: number) {
    void calls.ofProfessional.cancel({ id: professionalId });
    calls.ofProfessional.setData({ id: professionalId }, (before) => before && withMoved(before, id, to));
  }

  function save(id: string, position: number) {
    setSaid(`Now at place ${position + 1} of ${pictures.length}`);
    saving.current = saving.current.then(async () => {
      try {
        await change.mutateAsync({ id, position });
      } catch (error) {
        notify.failure(error, errorText(error, failed, failed));
        await calls.ofProfessional.invalidate({ id: professionalId });
      }
    });
  }

  function move(id: string, to: number) {
    const from = pictures.findIndex((one) => one.id === id);
    if (to < 0 || to >= pictures.length || to === from) return;
    moved.current = id;
    show(id, to);
    save(id, to);
  }

  function indexAt(x: number, y: number): number {
    return [...(grid.current?.children ?? [])].findIndex((item) => {
      const { left, right, top, bottom } = item.getBoundingClientRect();
      return x >= left && x < right && y >= top && y < bottom;
    });
  }

  /** Follows the pointer until it is lifted. Escape puts the picture back. */
  function drag(event: PointerEvent, id: string) {
    if (event.button !== 0 || pictures.length < 2) return;
    event.preventDefault();
    const from = pictures.findIndex((one) => one.id === id);
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
        const over = indexAt(clientX, clientY);
        if (over === -1 || over === to) return;
        to = over;
        show(id, to);
      },
      { signal },
    );
    const back = () => {
      show(id, from);
      end();
    };
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && back(), { signal });
    window.addEventListener('pointercancel', back, { signal });
    window.addEventListener(
      'pointerup',
      () => {
        end();
        if (to !== from) save(id, to);
      },
      { signal },
    );
  }

  return { grid, dragged, said, move, drag };
}
