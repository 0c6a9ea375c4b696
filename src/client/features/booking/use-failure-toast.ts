import { useEffect } from 'react';
import { notify } from '#client/ui/notify.ts';

/** A toast each time that something begins to have failed. */
export function useFailureToast(failed: boolean, text: string) {
  useEffect(() => {
    if (failed) notify.error(text);
  }, [failed, text]);
}
