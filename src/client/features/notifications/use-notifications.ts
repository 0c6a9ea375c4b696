import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useState } from 'react';
import { useLive } from '#client/features/live/use-live.ts';
import { followOwnChanges } from '#client/lib/own-changes.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';
import { limits, MINUTE } from '#shared/constants.ts';
import type { Notification } from '#shared/notifications.ts';

/** As many are fetched, newest first, a page after the other. */
const most = 500;
const page = limits.limit.max;
/** A notification of so long before a tab was connected may have come after its bookings were fetched, milliseconds. */
const recent = 10 * MINUTE;

type Read = Pick<Notification, 'is_read'>;

/** All notifications of the user (specification 4); `onRead` hears of those that were marked here. */
export function useNotificationList(onRead: () => void = () => {}) {
  const email = useSession((session) => session.email);
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const queryKey = [...getQueryKey(trpc.notifications.mine), email];

  async function load() {
    const found: Notification[] = [];
    for (let skip = 0; skip < most; skip += page) {
      const some = await client.notifications.mine.query({ skip, limit: page });
      // One that was written meanwhile shifts the next page.
      found.push(...some.filter(({ id }) => !found.some((other) => other.id === id)));
      if (some.length < page) break;
    }
    return found;
  }
  const { data, error, refetch } = useQuery({ queryKey, queryFn: load });

  function change(update: (list: Notification[]) => Notification[]) {
    queries.setQueryData<Notification[]>(queryKey, (list) => list && update(list));
  }
  function wasRead(read: (one: Notification) => Read) {
    change((list) => list.map((one) => ({ ...one, ...read(one) })));
    onRead();
  }
  const onError = (error: unknown) => notify.failure(error, 'Failed to mark as read.');
  const markRead = trpc.notifications.markRead.useMutation({
    onSuccess: ({ id, is_read }) => wasRead((one) => (one.id === id ? { is_read } : one)),
    onError,
  });
  const readAll = trpc.notifications.readAll.useMutation({
    onSuccess: () => wasRead(() => ({ is_read: true })),
    onError,
  });

  return {
    queryKey,
    change,
    notifications: data,
    unread: data?.filter(({ is_read }) => !is_read).length ?? 0,
    error: data ? null : error,
    retry: refetch,
    markRead: (id: string) => markRead.mutate({ id }),
    readAll: () => readAll.mutate(),
    isReadingAll: readAll.isPending,
  };
}

/** The list, followed live together with the bookings that it is about. */
export function useNotifications() {
  const { client, bookings, availability, cancellationList, openings, threads, quotes } = trpc.useUtils();
  const queries = useQueryClient();
  const [newest, setNewest] = useState<Notification>();
  const { queryKey, change, ...list } = useNotificationList(() => tellRead());
  const again = () => queries.invalidateQueries({ queryKey });
  /** Fetches bookings anew, the times that they leave free, who waits for them, and the quotes that they were. */
  const changed = () => {
    for (const one of [bookings, availability, cancellationList, openings, quotes, threads.messages])
      void one.invalidate();
  };

  /** Fetches a notification that was written (specification 4). */
  async function created(id: string) {
    changed();
    try {
      const one = await client.notifications.byId.query({ id });
      setNewest(one);
      // A list that is on its way may not have it.
      if (queries.isFetching({ queryKey }) > 0) return await again();
      change((list) => [one, ...list.filter((other) => other.id !== id)].sort(newestFirst));
    } catch {
      await again();
    }
  }

  const messaged = () => void threads.invalidate();

  const { lostSince, tellRead } = useLive({
    messaged,
    created: (id) => void created(id),
    async joined() {
      await again();
      const [last] = queries.getQueryData<Notification[]>(queryKey) ?? [];
      if (last && Date.parse(last.created_at) > Date.now() - recent) changed();
    },
    missed() {
      void again();
      changed();
      messaged();
    },
    read() {
      void again();
      messaged();
    },
    changed() {
      changed();
      void again();
    },
  });
  // What this tab answered is read by itself.
  useEffect(
    () => followOwnChanges(() => void queries.invalidateQueries({ queryKey: getQueryKey(trpc.notifications.mine) })),
    [queries],
  );

  return {
    ...list,
    /** The last one that came while the page was open. */
    newest,
    lostSince,
  };
}

function newestFirst(one: Notification, other: Notification) {
  return other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id);
}
