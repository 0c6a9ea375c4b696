import { useEffect, useRef } from 'react';
import { newKey } from '#client/lib/new-key.ts';

type Watcher = { onclose: (() => void) | null; destroy: () => void };
const { CloseWatcher } = globalThis as { CloseWatcher?: new () => Watcher };

/**
 * Inside a sheet, dialog, menu or picture that is open: the phone's Back closes it first, as Escape does, or by `close`.
 * Where the browser does not tell of Back, an entry of the history stands for what is open.
 */
export function BackCloses({ close }: { close?: () => void }) {
  const closes = useRef(close);
  useEffect(() => {
    closes.current = close;
  });

  useEffect(() => {
    let stop = () => {};
    const arm = () => {
      stop = watch(() => {
        stop();
        stop = () => {};
        if (closes.current) closes.current();
        else document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
        // What is busy stays open, and is watched again.
        again = setTimeout(arm);
      });
    };
    let again: ReturnType<typeof setTimeout> | undefined;
    arm();
    return () => {
      clearTimeout(again);
      stop();
    };
  }, []);
  return null;
}

/** Of what was closed last. */
let released: string | undefined;

function watch(close: () => void): () => void {
  if (CloseWatcher) {
    const watcher = new CloseWatcher();
    watcher.onclose = close;
    return () => watcher.destroy();
  }
  const mark = newKey();
  const top = () => (history.state as { opened?: string } | null)?.opened;
  const isOnTop = () => top() === mark;
  // What opens in the place of another takes over its entry.
  const method = released !== undefined && top() === released ? 'replaceState' : 'pushState';
  history[method]({ ...history.state, opened: mark }, '');
  const onPop = () => isOnTop() || close();
  window.addEventListener('popstate', onPop);
  return () => {
    window.removeEventListener('popstate', onPop);
    released = mark;
    // Later, since a link adds an entry of its own.
    setTimeout(() => isOnTop() && history.back());
  };
}
