import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createQueryClient } from '#client/lib/query-client.ts';
import { refreshPerson, restoreSession, useSession, watchOtherTabs, whenSessionEnds } from '#client/lib/session.ts';
import { createClient, trpc } from '#client/lib/trpc.ts';

/** Data and session. One client a page, made in state so that two renderings on a server never share one. */
export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  const [client] = useState(createClient);

  useEffect(() => {
    const stopForgetting = whenSessionEnds(() => queries.clear());
    const stopWatching = watchOtherTabs();
    void restoreSession();
    return () => {
      stopForgetting();
      stopWatching();
    };
  }, [queries]);

  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <PersonCheck />
        {children}
      </QueryClientProvider>
    </trpc.Provider>
  );
}

/** A stored session may be over, or of another role by now: one question a page load and after a return tells. */
function PersonCheck() {
  const isLoggedIn = useSession((session) => session.hydrated && session.isLoggedIn);
  const { data } = trpc.auth.me.useQuery(undefined, { enabled: isLoggedIn, staleTime: 60_000 });
  useEffect(() => {
    if (data) refreshPerson(data);
  }, [data]);
  return null;
}
