import { useEffect } from 'react';
import { useSession } from '#client/lib/session.ts';
import { notify } from '#client/ui/notify.ts';

/** Shows a toast each time `failed` becomes true, unless that ended the session. */
export function useFailureToast(failed: boolean, text: string) {
  useEffect(() => {
    if (failed && useSession.getState().isLoggedIn) notify.error(text);
  }, [failed, text]);
}
