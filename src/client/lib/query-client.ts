import { QueryClient } from '@tanstack/react-query';
import { statusOf } from './errors.ts';

/** Asking again helps against a lost connection or a server in trouble, never against an answer. */
function worthAnotherTry(failures: number, error: unknown) {
  const status = statusOf(error);
  return failures < 1 && (status === undefined || status >= 500);
}

/** Calls are made offline too, so that they fail with a message instead of waiting in silence. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: worthAnotherTry, retryDelay: 400, networkMode: 'always', refetchOnWindowFocus: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
