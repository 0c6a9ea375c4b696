import { delays } from '#shared/constants.ts';

interface NotifyOptions {
  /** Milliseconds on the screen; the specification's defaults otherwise. */
  duration?: number;
  action?: { label: string; onClick: () => void };
}

type Sonner = typeof import('sonner');
let resolveReady: (sonner: Sonner) => void = () => undefined;
const ready = new Promise<Sonner>((resolve) => {
  resolveReady = resolve;
});

let needed: () => void = () => undefined;
/** Runs `mount` at the first toast: until then nobody needs the toaster's code. */
export function whenToasterNeeded(mount: () => void) {
  needed = mount;
}

function show(toast: (sonner: Sonner['toast']) => void) {
  needed();
  void ready.then((sonner) => toast(sonner.toast));
}

/** The toaster says that it can show toasts: what was notified earlier waits for it. */
export function toasterReady(sonner: Sonner) {
  resolveReady(sonner);
}

/** A toast, top-right, announced politely. Never the only place of an error that must be acted on. */
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
