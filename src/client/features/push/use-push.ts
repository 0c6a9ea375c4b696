import { useEffect, useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { currentSubscription, pushAbility, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';

/** `waiting` until it is known; `absent`: neither this server nor this browser pushes. */
type PushState = 'waiting' | 'absent' | 'needs home screen' | 'denied' | 'off' | 'on';

/** News on this device: its state for whoever is logged in, and what changes it. */
export function usePush() {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const { data } = trpc.push.key.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY, enabled: isLoggedIn });
  const { client } = trpc.useUtils();
  const [state, setState] = useState<PushState>('waiting');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const publicKey = data?.public_key;

  useEffect(() => {
    if (publicKey === undefined) return;
    let isCurrent = true;
    stateOf(publicKey).then(
      (found) => isCurrent && setState(found),
      () => isCurrent && setState('off'),
    );
    return () => {
      isCurrent = false;
    };
  }, [publicKey]);

  async function change(work: () => Promise<PushState>, failed: string) {
    setIsBusy(true);
    setFailure(undefined);
    try {
      setState(await work());
    } catch (error) {
      setFailure(errorText(error, failed));
    }
    setIsBusy(false);
  }

  return {
    state,
    isBusy,
    failure,
    turnOn: () =>
      change(async () => {
        const input = await subscribeBrowser(publicKey ?? '');
        if (input === 'denied') return 'denied';
        await client.push.subscribe.mutate(input);
        return 'on';
      }, "We couldn't turn this on. Please try again."),
    turnOff: () =>
      change(async () => {
        const endpoint = await unsubscribeBrowser();
        if (endpoint !== null) await client.push.unsubscribe.mutate({ endpoint });
        return 'off';
      }, "We couldn't turn this off. Please try again."),
  };
}

async function stateOf(publicKey: string | null): Promise<PushState> {
  const ability = pushAbility();
  if (publicKey === null || ability === 'unable') return 'absent';
  if (ability !== 'able') return ability;
  return (await currentSubscription(publicKey)) ? 'on' : 'off';
}
