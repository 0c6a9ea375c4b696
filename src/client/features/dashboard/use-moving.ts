import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { reschedulable } from '#client/features/booking/reschedule/reschedulable.ts';
import type { Booking } from '#shared/bookings.ts';
import { MINUTE } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import type { HourGrid } from '#shared/rules/hour-grid.ts';
import { whyNotReschedule } from '#shared/rules/reschedule.ts';
import { dayKey, fromLocalInput, toLocalInput } from '#shared/time.ts';

/** An appointment on its way to another time, epoch milliseconds. */
interface Moving {
  booking: Booking;
  start: number;
  end: number;
}

const quarter = 15 * MINUTE;
/** Pixels that the pointer goes before a press becomes a drag. */
const threshold = 6;
/** A finger, which else scrolls, rests for so long before it drags, milliseconds. */
const heldFor = 400;
/** So near to the edge of the screen a dragged finger scrolls the page, pixels. */
const edge = 110;

interface Options {
  grid: HourGrid;
  zone: string;
  /** Epoch milliseconds. */
  now: number;
  /** Called with the time at which an appointment was dropped, epoch milliseconds. */
  onMove: (booking: Booking, start: number) => void;
}

/**
 * Lets appointments be moved to another time: by mouse or pen, by a finger that rests first, and by Shift with the arrow
 * keys, where Enter takes the time and Escape leaves it.
 */
export function useMoving({ grid, zone, now, onMove }: Options) {
  const [moving, setMoving] = useState<Moving>();
  // The click that ends a drag opens nothing.
  const wasDragged = useRef(false);

  const canMove = (booking: Booking) =>
    whyNotReschedule(reschedulable(booking), { side: 'professional', now }) === undefined;

  function movedTo(booking: Booking, start: number): Moving | undefined {
    if (start <= now) return undefined;
    return { booking, start, end: start + Date.parse(booking.end_time) - Date.parse(booking.start_time) };
  }

  function drag(event: PointerEvent<HTMLElement>, booking: Booking) {
    wasDragged.current = false;
    if (event.button !== 0 || !canMove(booking)) return;
    const isTouch = event.pointerType === 'touch';
    const from = { x: event.clientX, y: event.clientY };
    const grabbed = event.clientY - event.currentTarget.getBoundingClientRect().top;
    const listening = new AbortController();
    const { signal } = listening;
    let target: Moving | undefined;

    let isHeld = !isTouch;
    const timer = setTimeout(() => {
      if (isTouch) hold();
    }, heldFor);

    function hold() {
      isHeld = true;
      // The finger's end opens nothing.
      wasDragged.current = true;
      setMoving({ booking, start: Date.parse(booking.start_time), end: Date.parse(booking.end_time) });
    }
    function end(isDropped: boolean) {
      clearTimeout(timer);
      listening.abort();
      setMoving(undefined);
      if (isDropped && target && target.start !== Date.parse(booking.start_time)) onMove(booking, target.start);
    }
    window.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (!wasDragged.current && Math.hypot(clientX - from.x, clientY - from.y) < threshold) return;
        if (!isHeld) return end(false);
        wasDragged.current = true;
        if (isTouch && clientY < edge) window.scrollBy(0, -12);
        if (isTouch && clientY > window.innerHeight - edge) window.scrollBy(0, 12);
        const column = document
          .elementsFromPoint(clientX, clientY)
          .map((element) => element.closest<HTMLElement>('[data-day]'))
          .find((element) => element !== null);
        const day = column?.dataset.day;
        if (!column || day === undefined) return;
        const box = column.getBoundingClientRect();
        // To the nearest quarter of an hour.
        const minutes = ((clientY - grabbed - box.top) / box.height) * grid.length + 7.5;
        target = movedTo(booking, grid.quarterAt(Math.max(0, minutes), day));
        setMoving(target);
      },
      { signal },
    );
    if (isTouch) {
      // Once it rests the page stays where it is, and the browser offers nothing for the link.
      const keep = (touch: Event) => isHeld && touch.cancelable && touch.preventDefault();
      window.addEventListener('touchmove', keep, { signal, passive: false });
      window.addEventListener('contextmenu', (menu) => menu.preventDefault(), { signal });
    }
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  }

  function press(event: KeyboardEvent<HTMLElement>, booking: Booking) {
    const own = moving?.booking.id === booking.id ? moving : undefined;
    const start = own?.start ?? Date.parse(booking.start_time);
    const next = event.shiftKey && canMove(booking) ? stepped(start, event.key, zone) : undefined;
    if (next !== undefined) {
      event.preventDefault();
      setMoving(movedTo(booking, next) ?? own);
    } else if (own && event.key === 'Enter') {
      event.preventDefault();
      setMoving(undefined);
      if (own.start !== Date.parse(booking.start_time)) onMove(booking, own.start);
    } else if (own && event.key === 'Escape') {
      setMoving(undefined);
    }
  }

  /** Of the element that shows an appointment. */
  const handlers = (booking: Booking) => ({
    'data-movable': canMove(booking) || undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => drag(event, booking),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(event, booking),
    onBlur: () => setMoving(undefined),
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  });
  return { moving, handlers };
}

/** A quarter of an hour up or down, or the same time of another day. */
function stepped(start: number, key: string, zone: string): number | undefined {
  if (key === 'ArrowUp') return start - quarter;
  if (key === 'ArrowDown') return start + quarter;
  const days = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  if (days === 0) return undefined;
  return fromLocalInput(`${addDays(dayKey(start, zone), days)}T${toLocalInput(start, zone).slice(11)}`, zone);
}
