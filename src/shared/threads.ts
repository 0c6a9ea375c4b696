import { z } from 'zod';
import { lengths, messageBounds } from './constants.ts';
import { quote, quoteInput } from './quotes.ts';
import { isBlank } from './rules/blank.ts';
import { sides } from './rules/reschedule.ts';
import { threadStates } from './rules/thread-state.ts';
import { distinct, id, idOut, instantOut, longPage, named, pathId, text } from './wire.ts';

const side = z.enum(sides);

/** A picture of a message, as large as it is kept. */
export const sentPicture = z.object({ id: idOut, width: z.int(), height: z.int() });
export type SentPicture = z.infer<typeof sentPicture>;

export const message = z.object({
  id: idOut,
  from: side,
  /** Empty where it was deleted. */
  text: z.string(),
  pictures: z.array(sentPicture),
  sent_at: instantOut,
  deleted: z.boolean(),
  /** Null of a deleted one, and for admins. */
  quote: quote.nullable(),
});
export type Message = z.infer<typeof message>;

/** Its two sides; the id of one whose account has ended is null. */
const parties = {
  professional: z.object({ id: idOut.nullable(), display_name: z.string() }),
  client: z.object({ id: idOut.nullable(), first_name: z.string(), last_name: z.string() }),
};

export const thread = z.object({
  id: idOut,
  state: z.enum(threadStates),
  ...parties,
  /** The newest message, and how its text begins. */
  last: z.object({ from: side, text: z.string(), sent_at: instantOut }),
  /** Messages of the other side that this one has not read. */
  unread: z.int(),
});
export type Thread = z.infer<typeof thread>;

export const unreadMessages = z.object({ threads: z.int(), messages: z.int() });

const written = {
  text: text(lengths.messageText.max, 'Write a message'),
  picture_ids: z
    .array(id)
    .max(messageBounds.pictures, `Send at most ${messageBounds.pictures} pictures`)
    .refine(distinct, 'Send each picture once')
    .default([]),
};
export type Written = { text: string; picture_ids: string[] };

/** A picture needs no words; what is not empty shows something. */
const showsSomething = ({ text, picture_ids }: Written, ctx: z.RefinementCtx) => {
  if (text === '' ? picture_ids.length === 0 : isBlank(text))
    ctx.addIssue({ code: 'custom', path: ['text'], message: 'Write a message' });
};

/** A client names the professional, a professional the client. */
const other = { professional_id: id.optional(), client_id: id.optional() };
/** With `other` the list has the one thread with them, or none. */
export const threadsQuery = longPage.extend(other);
export const firstMessage = z.object({ ...other, ...written }).superRefine(showsSomething);

export const threadId = z.object({ id: pathId('Thread') });
export const newMessage = z.object({ ...threadId.shape, ...written }).superRefine(showsSomething);
export const newQuote = quoteInput.extend(threadId.shape);
export const startedThread = z.object({ thread, message });

/** `before` is a message: the list begins with the one before it. */
export const messagesQuery = longPage.extend({ ...threadId.shape, before: id.optional() });
export const messageId = threadId.extend({ message_id: pathId('Message') });
export const readInput = threadId.extend({ message_id: id });

export const messagePicture = threadId.extend({
  picture_id: pathId('Picture'),
  size: z.enum(['small', 'large']).default('large'),
});

const reasonText = `Give a reason of ${lengths.reportReason.min} to ${lengths.reportReason.max} characters`;
export const threadReportInput = threadId.extend({
  reason: named(lengths.reportReason, reasonText),
});

/** A report on the admin's desk, with the newest messages as they were. */
export const threadReport = z.object({
  id: idOut,
  thread_id: idOut,
  reason: z.string(),
  reported_by: side,
  reported_at: instantOut,
  ...parties,
  messages: z.array(message),
});
export type ThreadReport = z.infer<typeof threadReport>;
