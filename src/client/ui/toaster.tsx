import { useEffect, useLayoutEffect } from 'react';
import * as sonner from 'sonner';
import { toasterReady } from './notify.ts';
import './toaster.css';

// CSS pixels.
const top = 'var(--toasts-top)';
const sides = { phone: { left: 16, right: 16 }, desktop: { right: 24 } };
/** Height of a toast of three lines: what counts as being in its way. */
const tall = 96;

/** Toasts begin below the header; where they would cover the heading, below that. */
function position() {
  let edge = (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0) + 4;
  const heading = document.querySelector('h1:not(.visually-hidden *)');
  const text = document.createRange();
  if (heading) text.selectNodeContents(heading);
  const toasts = [...document.querySelectorAll('[data-sonner-toast]')];
  const left = Math.min(...toasts.map((toast) => toast.getBoundingClientRect().left));
  const box = text.getBoundingClientRect();
  if (box.right > left && box.bottom > edge && box.top < edge + tall) edge = box.bottom + 8;
  document.documentElement.style.setProperty('--toasts-top', `${Math.ceil(edge)}px`);
}

/** Loaded at the first toast, for those who are logged in before it: toasts are rare and their code is large. */
export function Toaster() {
  const isShowing = sonner.useSonner().toasts.length > 0;
  useEffect(() => toasterReady(sonner), []);

  useLayoutEffect(() => {
    position();
    if (!isShowing) return;
    const layout = new ResizeObserver(position);
    layout.observe(document.body);
    document.addEventListener('scroll', position, { passive: true });
    return () => {
      layout.disconnect();
      document.removeEventListener('scroll', position);
    };
  }, [isShowing]);

  return (
    <sonner.Toaster
      position="top-right"
      offset={{ top, ...sides.desktop }}
      mobileOffset={{ top, ...sides.phone }}
      expand
    />
  );
}
