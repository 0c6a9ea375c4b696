import { z } from 'zod';
import type { WritePush } from '#server/outbox/feature-jobs.ts';
import { DAY } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { sides } from '#shared/rules/reschedule.ts';
import { id } from '#shared/wire.ts';
import { findNews, findRecipient } from './message-queries.ts';
import { newMessage } from './news.ts';
import { findState } from './queries.ts';

const payloadSchema = z.object({ thread_id: id, message_id: id, to: z.enum(sides) });

export const threadPushes: Record<'message', WritePush> = {
  async message({ db }, payload, { userId, details }) {
    const { thread_id, message_id, to } = payloadSchema.parse(payload);
    const recipient = await findRecipient(db, thread_id, to);
    if (recipient?.user_id !== userId) return { skip: 'the recipient is gone' };
    if (!recipient.is_reached) return { skip: 'the conversation is blocked or closed' };
    const news = await findNews(db, thread_id, message_id);
    if (!news?.is_unread) return { skip: 'it was read or taken back' };
    if (to === 'professional' && (await findState(db, news, to)).state === 'request')
      return { skip: 'a stranger asks' };
    return {
      ...newMessage.lines({ from: recipient.from, text: news.text, details }),
      path: pagePath('messages', { threadId: thread_id }),
      about: thread_id,
      until: news.sent + DAY,
      isSoon: news.is_soon,
      isOffer: false,
    };
  },
};
