import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { enqueue, forget, markFailed, nextOutgoing, type Outgoing } from './drafts.ts';
import { addMessage } from './use-messages.ts';

/** Whom a conversation is with: a thread, or somebody without one. */
export type Target = { threadId: string } | { professional_id: string } | { client_id: string };

/** Conversations whose messages are being sent, one after the other. */
const busy = new Set<string>();

/**
 * Sends what is written in a conversation; what failed stays until it is sent again or given up. What was on its way
 * before a reload or a lost connection is sent again: its key makes it one message.
 */
export function useSending(conversation: string, target: Target, onStarted: (threadId: string) => void) {
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  const threadId = 'threadId' in target ? target.threadId : undefined;
  const other = JSON.stringify(target);

  const deliver = useCallback(
    async ({ key, text, pictures }: Outgoing) => {
      const options = { context: { idempotencyKey: key } };
      const written = { text, picture_ids: pictures.map(({ id }) => id) };
      if (threadId !== undefined) {
        const message = await utils.client.threads.write.mutate({ id: threadId, ...written }, options);
        addMessage(queries, threadId, message);
        return undefined;
      }
      const whom = JSON.parse(other) as { professional_id?: string; client_id?: string };
      const { thread } = await utils.client.threads.start.mutate({ ...whom, ...written }, options);
      return thread.id;
    },
    [threadId, other, utils, queries],
  );

  const run = useCallback(async () => {
    if (busy.has(conversation)) return;
    busy.add(conversation);
    try {
      for (let next = nextOutgoing(conversation); next; next = nextOutgoing(conversation)) {
        try {
          const started = await deliver(next);
          forget(conversation, next.key);
          void utils.threads.invalidate();
          if (started !== undefined) onStarted(started);
        } catch (error) {
          const lost = 'Not sent: the connection was lost.';
          markFailed(conversation, next.key, errorText(error, 'Not sent. Please try again.', lost));
          // The thread may have been closed or blocked meanwhile.
          if (statusOf(error) === 409) void utils.threads.invalidate();
        }
      }
    } finally {
      busy.delete(conversation);
    }
  }, [conversation, deliver, onStarted, utils]);

  useEffect(() => {
    void run();
  }, [run]);

  return {
    send() {
      enqueue(conversation);
      void run();
    },
    again({ key }: Outgoing) {
      markFailed(conversation, key, undefined);
      void run();
    },
    giveUp: ({ key }: Outgoing) => forget(conversation, key),
  };
}
