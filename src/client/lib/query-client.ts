import {
  notifyManager,
  type Query,
  QueryClient,
  type RefetchOptions,
  type RefetchQueryFilters,
} from '@tanstack/react-query';
import { statusOf } from './errors.ts';

// So that what was pressed is busy before a second press comes: the library would tell of it a task later.
notifyManager.setScheduler(queueMicrotask);

/** One retry for connection and server errors; a 4xx answer would only repeat itself. */
function worthAnotherTry(failures: number, error: unknown) {
  const status = statusOf(error);
  return failures < 1 && (status === undefined || status >= 500);
}

/**
 * The library joins a first load that is on its way, whose answer may be from before the change for which it is asked
 * again. Here it is given up, as any other load is.
 */
class Queries extends QueryClient {
  override refetchQueries(filters: RefetchQueryFilters = {}, options?: RefetchOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
      if (query.state.data === undefined && !query.isDisabled()) void query.cancel({ silent: true });
    return super.refetchQueries(filters, options);
  }
}

/** `networkMode: 'always'`: offline, calls fail with a message instead of waiting silently. */
export function createQueryClient() {
  const client = new Queries({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: worthAnotherTry,
        retryDelay: 400,
        networkMode: 'always',
        refetchOnWindowFocus: true,
        // What failed meanwhile is shown as soon as there is a connection again.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  keepErrors(client);
  return client;
}

/**
 * What is shown as failed stays so while it is tried again, where the library would forget the error: its 'Try again'
 * is busy meanwhile.
 */
function keepErrors(client: QueryClient) {
  const errors = new WeakMap<Query, Error>();
  client.getQueryCache().subscribe((event) => {
    const { query } = event;
    const { data, error } = query.state;
    const failure = errors.get(query);
    // Whoever comes to it later sees it load.
    if (!query.isActive()) errors.delete(query);
    else if (event.type !== 'updated') return;
    else if (error) errors.set(query, error);
    else if (failure && data === undefined && event.action.type === 'fetch')
      query.setState({ error: failure, status: 'error' });
    else errors.delete(query);
  });
}
