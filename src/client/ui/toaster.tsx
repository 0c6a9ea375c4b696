import { useEffect, useLayoutEffect } from 'react';
import * as sonner from 'sonner';
import { toasterReady } from './notify.ts';
import './toaster.css';

// CSS pixels. Sonner makes toasts as wide as the window up to 600 pixels, and 356 pixels wide above.
const top = 'var(--toasts-top)';
const sides = { phone: { left: 16, right: 16 }, desktop: { right: 24 } };
const widestPhone = 600;
const width = 356;
/** Height of a toast of three lines: what counts as being in its way. */
const tall = 96;

/** Toasts begin below the header; where they would cover the banner of a lost form or the heading, below that. */
function position() {
  let edge = (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0) + 8;
  const banner = document.querySelector('main ~ [role="alert"]');
  const heading = document.querySelector('h1:not(.visually-hidden *)');
  const text = document.createRange();
  if (heading) text.selectNodeContents(heading);
  const left = window.innerWidth > widestPhone ? window.innerWidth - sides.desktop.right - width : 0;
  for (const part of [banner, text]) {
    const box = part?.getBoundingClientRect();
    if (box && box.right > left && box.bottom > edge && box.top < edge + tall) edge = box.bottom + 8;
  }
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
