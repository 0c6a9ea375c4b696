import { useEffect } from 'react';
import { whenSessionEnds } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { currentSubscription, pushAbility, unsubscribeBrowser } from './browser-push.ts';

/** A browser that gets news gets those of whoever is logged in, and none once nobody is. */
export function useBoundPush() {
  const { client } = trpc.useUtils();
  useEffect(() => {
    async function bind() {
      if (pushAbility() !== 'able' || Notification.permission !== 'granted') return;
      const { public_key } = await client.push.key.query();
      const input = public_key === null ? null : await currentSubscription(public_key);
      if (input) await client.push.subscribe.mutate(input);
    }
    // The next page tries again.
    void bind().catch(() => undefined);
    return whenSessionEnds(() => void unsubscribeBrowser().catch(() => undefined));
  }, [client]);
}
