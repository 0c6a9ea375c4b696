import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

/** How many messages are unread, of all conversations. */
export function useUnread(): number {
  const has = useSession(({ role }) => role === 'client' || role === 'professional');
  const { data } = trpc.threads.unread.useQuery(undefined, { enabled: has, staleTime: 60_000 });
  return data?.messages ?? 0;
}
