import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface LoadButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'children'> {
  busy: boolean;
  load: () => unknown;
  /** What screen readers hear if the button is still there afterwards. */
  remains?: string;
}

/** Headings, but those of cards, and controls. */
const stops = ':is(h1, h2, h3):not(li *), a[href], button, input';

/**
 * A button that may vanish when what it asked for has come: then the focus goes to the first thing that came, else to
 * the section or screen. While it is busy it is not `disabled`, which would lose the focus.
 */
export function LoadButton({ busy, load, remains = 'Loaded.', look = 'secondary', children }: LoadButtonProps) {
  const button = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const own = button.current;
    if (!busy || !own) return;
    const before = new Set(document.querySelectorAll(stops));
    const section = own.closest<HTMLElement>('section');
    return () => {
      const hadFocus = document.activeElement === own;
      // When what came is rendered.
      queueMicrotask(() => {
        if (own.isConnected) return announce(remains);
        const came = [...document.querySelectorAll<HTMLElement>(stops)].find((stop) => !before.has(stop));
        const next = came ?? (section?.isConnected ? section : document.querySelector('main'));
        // A failure speaks for itself.
        if (!came?.closest('[role=alert]')) announce('Loaded.');
        if (!next || !hadFocus || document.activeElement !== document.body) return;
        if (next.tabIndex < 0) next.tabIndex = -1;
        next.focus();
      });
    };
  }, [busy, remains]);

  return (
    <Button ref={button} look={look} aria-disabled={busy} aria-busy={busy} onClick={() => busy || load()}>
      {children}
    </Button>
  );
}

/** Has screen readers say a text when they have finished what they say. */
function announce(text: string) {
  const said = document.getElementById('said');
  if (said) said.textContent = text;
}
