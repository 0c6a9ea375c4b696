import { useEffect } from 'react';

/** Tells the console of a failure once, when it comes; null and undefined are none. */
export function useFailureLog(text: string, error: unknown) {
  useEffect(() => {
    if (error) console.error(text, error);
  }, [text, error]);
}
