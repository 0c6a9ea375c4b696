import { useSyncExternalStore } from 'react';
import { never } from '#client/lib/ready.ts';

/** The apps whose own browsers may save no file and open no choice of pictures, by what their user agents say. */
const apps: readonly [name: string, pattern: RegExp][] = [
  ['Instagram', /Instagram/],
  ['Facebook', /\bFB(?:AN|AV|_IAB)\b/],
  ['TikTok', /musical_ly|trill_|BytedanceWebview|TikTok/i],
];

export function appIn(userAgent: string): string | undefined {
  return apps.find(([, pattern]) => pattern.test(userAgent))?.[0];
}

const appAround = () => appIn(navigator.userAgent);

/** In such a browser, what to do where it can't: `Can't add pictures` here. Nothing in any other. */
export function InAppHint({ problem }: { problem: string }) {
  const app = useSyncExternalStore(never, appAround, () => undefined);
  if (app === undefined) return null;
  return (
    // A line of its own in whatever row it ends.
    <p className="soft" style={{ gridColumn: '1 / -1', flexBasis: '100%' }}>
      {problem} in {app}? Tap ⋯ at the top, then open this page in your browser.
    </p>
  );
}
