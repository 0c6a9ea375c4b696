import { statusOf } from '#client/lib/errors.ts';
import { isLossSaid } from '#client/lib/lost-calls.ts';
import { useSession } from '#client/lib/session.ts';
import { delays } from '#shared/constants.ts';

interface NotifyOptions {
  /** Milliseconds; defaults to the specification's value for the type. */
  duration?: number;
  action?: { label: string; onClick: () => void };
}

type Sonner = typeof import('sonner');
let resolveReady: (sonner: Sonner) => void = () => undefined;
const ready = new Promise<Sonner>((resolve) => {
  resolveReady = resolve;
});

let mounted: () => Promise<void> = () => Promise.resolve();
/** Calls `mount` at each toast, so that the toaster's code need not be loaded before. */
export function whenToasterNeeded(mount: () => Promise<void>) {
  mounted = mount;
}

/** A toast whose toaster cannot be loaded is dropped: later it would be out of place. */
function show(toast: (sonner: Sonner['toast']) => void) {
  mounted()
    .then(() => ready)
    .then((sonner) => toast(sonner.toast))
    .catch(console.error);
}

/** Called by the mounted toaster; shows the toasts that were waiting for it. */
export function toasterReady(sonner: Sonner) {
  resolveReady(sonner);
}

/** Shows a toast. It disappears, so an error that needs an action must also be shown on the page. */
export const notify = {
  success(text: string, options: NotifyOptions = {}) {
    show((toast) => toast.success(text, { duration: delays.toastSuccess, ...options }));
  },
  error(text: string, options: NotifyOptions = {}) {
    show((toast) => toast.error(text, { duration: delays.toastError, ...options }));
  },
  /** Of a failed call; nothing where the page says it already: where its session ended, or the connection is lost. */
  failure(error: unknown, text: string, options: NotifyOptions = {}) {
    if (isLossSaid()) return;
    if (statusOf(error) !== 401 || useSession.getState().isLoggedIn) notify.error(text, options);
  },
  info(text: string, options: NotifyOptions = {}) {
    show((toast) => toast(text, { duration: delays.toast, ...options }));
  },
};
