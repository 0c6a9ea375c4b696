/** Registered by `app/screens.tsx`, called by `ui/link.tsx` on hover; keeps ui from importing app. */
let preloadScreen: (pathname: string) => void = () => undefined;

export function onPreload(preload: (pathname: string) => void) {
  preloadScreen = preload;
}

/** Fetches code and data of the screen at `pathname` (no origin, query or hash). */
export function preload(pathname: string) {
  preloadScreen(pathname);
}
