import { useSyncExternalStore } from 'react';

/** TypeScript's own types do not know it. */
type InstallPrompt = Event & { prompt(): Promise<unknown> };

let waiting: InstallPrompt | undefined;
const listeners = new Set<() => void>();

function keep(prompt: InstallPrompt | undefined) {
  waiting = prompt;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer to install Saluni for a button, from the start on: it comes once and early. */
export function watchInstallPrompt() {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    keep(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => keep(undefined));
}

/** Shows the offer; undefined where there is none, as once it is installed. */
export function useInstallPrompt(): (() => Promise<void>) | undefined {
  const prompt = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
    () => undefined,
  );
  return (
    prompt &&
    (async () => {
      keep(undefined);
      await prompt.prompt();
    })
  );
}
