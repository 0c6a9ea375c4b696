import { useLayoutEffect, useRef } from 'react';

/**
 * Inside a part that opens over the page. The closed part is gone at once, so that the focus is back and presses reach
 * the page; a picture of it leaves in its place, by the animation that its style sheet gives to `[data-closing]`.
 */
export function ClosingMotion() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const part = mark.current?.parentElement;
    return () => {
      if (part) leave(part);
    };
  }, []);
  return <span ref={mark} hidden />;
}

/** `part` is about to be removed. */
function leave(part: HTMLElement) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { left, top, width, height } = part.getBoundingClientRect();
  const { scrollTop } = part;
  const picture = part.cloneNode(true) as HTMLElement;
  const px = (size: number) => `${size}px`;
  const box = { left: px(left), top: px(top), width: px(width), height: px(height) };
  Object.assign(picture.style, {
    ...box,
    position: 'fixed',
    right: 'auto',
    bottom: 'auto',
    maxHeight: 'none',
    transform: 'none',
  });
  picture.dataset.closing = '';
  picture.inert = true;
  picture.ariaHidden = 'true';
  picture.removeAttribute('role');
  for (const named of [picture, ...picture.querySelectorAll('[id]')]) named.removeAttribute('id');
  queueMicrotask(() => {
    // React runs effects twice in development.
    if (part.isConnected) return;
    document.body.append(picture);
    picture.scrollTop = scrollTop;
    void Promise.allSettled(picture.getAnimations().map(({ finished }) => finished)).then(() => picture.remove());
  });
}
