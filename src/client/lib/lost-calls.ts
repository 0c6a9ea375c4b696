/** What becomes of calls, as `trpc.ts` sees it: whether one got no answer, for lack of a connection. */
type Listener = (isLost: boolean) => void;

let tell: Listener = () => undefined;

/** Registered by `app/lost-form.tsx`. */
export function onCallEnd(listener: Listener): void {
  tell = listener;
}

export function callEnded(isLost: boolean): void {
  tell(isLost);
}
