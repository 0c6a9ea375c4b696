import { z } from 'zod';
import { emailTo } from '#server/email/layout.ts';
import { reachOther } from '#server/email/reach.ts';
import { unsubscribeLink } from '#server/links/unsubscribe-links.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { counted } from '#shared/counted.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { sides } from '#shared/rules/reschedule.ts';
import { id } from '#shared/wire.ts';
import { findRecipient, type UnreadText, unreadTexts } from './message-queries.ts';
import { newMessage } from './news.ts';

const payloadSchema = z.object({ thread_id: id, to: z.enum(sides) });

export const threadEmails: Record<'message', WriteEmail> = {
  async message({ config: { publicUrl }, db }, payload) {
    const { thread_id, to } = payloadSchema.parse(payload);
    const recipient = await findRecipient(db, thread_id, to);
    if (!recipient) return { skip: 'the recipient is gone' };
    if (!recipient.is_reached) return { skip: 'the conversation is blocked or closed' };
    const texts = await unreadTexts(db, thread_id, to);
    if (texts.length === 0) return { skip: 'the messages were read' };
    const { unread, from } = recipient;
    const words = newMessage.mail(from, unread);
    const more = unread > texts.length ? [`And ${counted(unread - texts.length, 'more message')}.`] : [];
    const reader = { name: recipient.name, address: recipient.email };
    const email = emailTo(reader, {
      ...words,
      paragraphs: [...texts.map(lineOf), ...more],
      button: { label: words.button, url: publicUrl + pagePath('messages', { threadId: thread_id }) },
      reach: reachOther(isolated(from)),
      unsubscribe: await unsubscribeLink(db, publicUrl, { userId: recipient.user_id, kind: 'message' }),
    });
    return { email };
  },
};

/** A message as a paragraph; its pictures are not mailed. */
function lineOf({ text, pictures }: UnreadText): string {
  const shown = pictures === 0 ? '' : `(${counted(pictures, 'picture')})`;
  return [text, shown].filter((part) => part !== '').join(' ');
}
