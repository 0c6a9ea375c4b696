import { QueryClient } from '@tanstack/react-query';
import { statusOf } from './errors.ts';

/** One retry for connection and server errors; a 4xx answer would only repeat itself. */
function worthAnotherTry(failures: number, error: unknown) {
  const status = statusOf(error);
  return failures < 1 && (status === undefined || status >= 500);
}

/** `networkMode: 'always'`: offline, calls fail with a message instead of waiting silently. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: worthAnotherTry, retryDelay: 400, networkMode: 'always', refetchOnWindowFocus: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
