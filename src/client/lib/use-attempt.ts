import { useRef } from 'react';
import { statusOf } from './errors.ts';
import { newKey } from './new-key.ts';

/**
 * Keys of a call that must not be carried out twice: without an answer it may have been, so the same is sent again
 * under the same key.
 */
export function useAttempt() {
  const last = useRef({ of: '', key: '' });
  return {
    /** The key of an input, told by its text; another input has a new one. */
    keyOf(of: string): string {
      if (last.current.of !== of) last.current = { of, key: newKey() };
      return last.current.key;
    },
    /** What the server refused was not carried out: the same has a new key then. */
    failed(error: unknown): void {
      if ((statusOf(error) ?? 500) < 500) last.current.of = '';
    },
  };
}
