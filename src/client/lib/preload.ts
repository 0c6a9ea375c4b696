/** Set by the screens' table; `ui/link.tsx` asks it when somebody is about to follow a link. */
let preloadScreen: (pathname: string) => void = () => undefined;

export function onPreload(preload: (pathname: string) => void) {
  preloadScreen = preload;
}

/** Fetches code and data of the screen at `pathname` (no origin, query or hash) ahead of the click. */
export function preload(pathname: string) {
  preloadScreen(pathname);
}
