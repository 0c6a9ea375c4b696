import type { News } from '#server/outbox/news.ts';
import { counted } from '#shared/counted.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';

const nothingNamed = 'Open Saluni to read and answer.';

/** All that is told of a message in the app, five seconds later by a push, and later still by mail (contract 15). */
export const newMessage = {
  type: 'message',
  title: 'New message',
  kind: 'message',
  isPushedApart: true,
  link: ({ thread_id }) => thread_id && pagePath('messages', { threadId: thread_id }),
  text: (from: string) => `${isolated(from)} sent you a message.`,
  /** What a locked phone shows: by preference whose and which, or neither. */
  lines: ({ from, text, details }: { from: string; text: string; details: boolean }) =>
    details ? { title: from, body: text || 'Sent you a picture.' } : { title: newMessage.title, body: nothingNamed },
  mail: (from: string, unread: number) => ({
    // A subject shows on a locked screen, so it tells neither who wrote nor what.
    subject: unread === 1 ? 'You have a new message' : 'You have new messages',
    heading: `${isolated(from)} sent you ${unread === 1 ? 'a message' : counted(unread, 'message')}`,
    preview: nothingNamed,
    button: 'Read and answer',
  }),
} satisfies News & Record<'text' | 'lines' | 'mail', unknown>;
