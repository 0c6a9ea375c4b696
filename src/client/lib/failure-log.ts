import { useEffect } from 'react';

/** Logs an error to the console once, when it appears; null and undefined are ignored. */
export function useFailureLog(text: string, error: unknown) {
  useEffect(() => {
    if (error) console.error(text, error);
  }, [text, error]);
}
