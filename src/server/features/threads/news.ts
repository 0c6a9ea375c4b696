import type { News } from '#server/outbox/news.ts';
import { pagePath } from '#shared/pages.ts';

/** Pushed five seconds later, by `pushes.ts`. */
export const newMessage: News = {
  type: 'message',
  title: 'New message',
  kind: 'message',
  isPushedApart: true,
  link: ({ thread_id }) => thread_id && pagePath('messages', { threadId: thread_id }),
};
