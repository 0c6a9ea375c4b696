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

let needed: () => void = () => undefined;
/** Calls `mount` at the first toast, so that the toaster's code is loaded only then. */
export function whenToasterNeeded(mount: () => void) {
  needed = mount;
}

function show(toast: (sonner: Sonner['toast']) => void) {
  needed();
  void ready.then((sonner) => toast(sonner.toast));
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
  info(text: string, options: NotifyOptions = {}) {
    show((toast) => toast(text, { duration: delays.toast, ...options }));
  },
};
