import { useEffect } from 'react';
import { notify } from '#client/ui/notify.ts';

/** Shows a toast each time `failed` becomes true. */
export function useFailureToast(failed: boolean, text: string) {
  useEffect(() => {
    if (failed) notify.error(text);
  }, [failed, text]);
}
