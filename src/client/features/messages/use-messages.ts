import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Message } from '#shared/threads.ts';

const pageSize = 50;

const keyOf = (id: string) => [...getQueryKey(trpc.threads.messages, { id }, 'infinite'), 'all'];

/** The messages of a thread, newest first, a page before the other. */
export function useMessages(id: string) {
  const { client } = trpc.useUtils();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const found = useInfiniteQuery({
    queryKey: keyOf(id),
    enabled: isLoggedIn,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before }) => client.threads.messages.query({ id, before, limit: pageSize }),
    getNextPageParam: (last) => (last.length === pageSize ? last.at(-1)?.id : undefined),
  });
  return { ...found, messages: found.data?.pages.flat() };
}

/** Shows a message that was sent before the list is loaded again. */
export function addMessage(queries: QueryClient, id: string, message: Message): void {
  queries.setQueryData<InfiniteData<Message[]>>(keyOf(id), (data) => {
    if (!data || data.pages.some((page) => page.some((one) => one.id === message.id))) return data;
    const [first = [], ...rest] = data.pages;
    return { ...data, pages: [[message, ...first], ...rest] };
  });
}
