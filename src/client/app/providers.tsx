import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createQueryClient } from '#client/lib/query-client.ts';
import { refreshPerson, restoreSession, useSession, watchOtherTabs, whenSessionEnds } from '#client/lib/session.ts';
import { createClient, trpc } from '#client/lib/trpc.ts';

export interface Clients {
  queries?: QueryClient;
  client?: ReturnType<typeof createClient>;
}

interface ProvidersProps extends Clients {
  /** Another site's page shows ours, which is then nobody's. */
  isFramed: boolean;
  children: ReactNode;
}

/** Queries and, unless `isFramed`, the session. Each rendering of a server has clients of its own, given or created in state. */
export function Providers({ isFramed, children, ...given }: ProvidersProps) {
  const [queries] = useState(() => given.queries ?? createQueryClient());
  const [client] = useState(() => given.client ?? createClient());

  useEffect(() => {
    if (isFramed) return;
    const stopForgetting = whenSessionEnds(() => forgetAnswers(queries));
    const stopWatching = watchOtherTabs();
    restoreSession();
    return () => {
      stopForgetting();
      stopWatching();
    };
  }, [queries, isFramed]);

  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <PersonCheck />
        {children}
      </QueryClientProvider>
    </trpc.Provider>
  );
}

/**
 * Forgets the answers to the person whose session ended. Public queries that `Guard` leaves mounted ask again without
 * the token; those still waiting start over, as their call may have been refused with it.
 */
function forgetAnswers(queries: QueryClient) {
  queries.getMutationCache().clear();
  queries.removeQueries({ type: 'inactive' });
  setTimeout(() => {
    queries.removeQueries({ type: 'inactive' });
    void queries.resetQueries({ predicate: ({ state }) => state.data === undefined });
    void queries.invalidateQueries({ predicate: ({ state }) => state.data !== undefined });
  });
}

/**
 * Checks the stored session, which may have expired or changed its role, at page load and when the window regains
 * focus.
 */
function PersonCheck() {
  const isLoggedIn = useSession((session) => session.hydrated && session.isLoggedIn);
  const { data } = trpc.auth.me.useQuery(undefined, { enabled: isLoggedIn, staleTime: 60_000 });
  useEffect(() => {
    if (data) refreshPerson(data);
  }, [data]);
  return null;
}
