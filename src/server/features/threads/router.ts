import { z } from 'zod';
import { Bytes } from '#server/api/bytes.ts';
import type { Caller } from '#server/api/caller.ts';
import { authed, inTurn, only, professional, router, withTotal } from '#server/api/procedures.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { bodySizes } from '#shared/constants.ts';
import { messagePictureUpload } from '#shared/images.ts';
import {
  firstMessage,
  message,
  messageId,
  messagePicture,
  messagesQuery,
  newMessage,
  newQuote,
  readInput,
  sentPicture,
  startedThread,
  thread,
  threadId,
  threadReport,
  threadReportInput,
  threadsQuery,
  unreadMessages,
} from '#shared/threads.ts';
import { longPage, pathId } from '#shared/wire.ts';
import { readMessagePicture, uploadMessagePicture } from './message-pictures.ts';
import {
  countUnread,
  findMessage,
  findOwn,
  findThread,
  listMessages,
  listThreads,
  type ThreadParty,
} from './queries.ts';
import { blockThread, closeReport, readReports, reportThread } from './report-thread.ts';
import { sendQuote } from './send-quote.ts';
import { deleteMessage, readThread, startThread, writeMessage } from './write-message.ts';

/** Undefined for admins, who have no threads. */
function partyOf({ id: user_id, client_id, professional_id }: Caller): ThreadParty | undefined {
  if (client_id) return { role: 'client', id: client_id, user_id };
  return professional_id ? { role: 'professional', id: professional_id, user_id } : undefined;
}

/** Of a client or a professional. */
const ofParty = only('client', 'professional').use(({ ctx, next }) =>
  next({ ctx: { party: partyOf(ctx.caller) ?? forbidden() } }),
);
/** Of the two sides of a thread: it is unknown to everybody else. */
const ofThread = authed.use(({ ctx, next }) => next({ ctx: { party: partyOf(ctx.caller) ?? notFound('Thread') } }));
const admin = only('admin');

export const threadsRouter = router({
  list: ofParty
    .meta({ rest: 'GET /threads/' })
    .input(threadsQuery)
    .output(z.array(thread))
    .query(async ({ ctx, input }) => withTotal(ctx, await listThreads(ctx.db, ctx.party, input))),

  unread: ofParty
    .meta({ rest: 'GET /threads/unread' })
    .output(unreadMessages)
    .query(({ ctx }) => countUnread(ctx.db, ctx.party)),

  start: ofParty
    .meta({ rest: 'POST /threads/', status: 201, idempotent: true, oneByOne: true })
    .input(firstMessage)
    .output(startedThread)
    .mutation(({ ctx, input: { professional_id, client_id, ...written } }) => {
      const { role: side, id } = ctx.party;
      const [own, other] = side === 'client' ? [client_id, professional_id] : [professional_id, client_id];
      const name = side === 'client' ? 'professional_id' : 'client_id';
      if (other === undefined || own !== undefined) return invalid(['body', name], "Say who you're writing to");
      const pair =
        side === 'client' ? { client_id: id, professional_id: other } : { client_id: other, professional_id: id };
      return startThread(ctx, ctx.party, pair, written);
    }),

  addPicture: ofParty
    .meta({
      rest: 'POST /threads/pictures',
      status: 201,
      bodies: ['multipart'],
      bodyLimit: bodySizes.image,
      onlyRest: true,
    })
    .input(messagePictureUpload)
    .output(sentPicture)
    .mutation(({ ctx, input }) => uploadMessagePicture(ctx, ctx.party, input.file)),

  byId: ofThread
    .meta({ rest: 'GET /threads/{id}' })
    .input(threadId)
    .output(thread)
    .query(async ({ ctx, input }) => (await findThread(ctx.db, ctx.party, input.id)) ?? notFound('Thread')),

  messages: ofThread
    .meta({ rest: 'GET /threads/{id}/messages' })
    .input(messagesQuery)
    .output(z.array(message))
    .query(async ({ ctx, input: { id, ...page } }) => {
      (await findOwn(ctx.db, ctx.party, id)) ?? notFound('Thread');
      if (page.before !== undefined && !(await findMessage(ctx.db, id, page.before))) notFound('Message');
      return withTotal(ctx, await listMessages(ctx.db, id, page));
    }),

  write: ofThread
    .meta({ rest: 'POST /threads/{id}/messages', status: 201, idempotent: true, oneByOne: true })
    .input(newMessage)
    .output(message)
    .mutation(({ ctx, input: { id, ...written } }) => writeMessage(ctx, ctx.party, id, written)),

  quote: professional
    .meta({ rest: 'POST /threads/{id}/quotes', status: 201, idempotent: true, oneByOne: true })
    .input(newQuote)
    .output(message)
    .mutation(({ ctx, input: { id, ...quoted } }) =>
      sendQuote(ctx, { role: 'professional', id: ctx.professionalId, user_id: ctx.caller.id }, id, quoted),
    ),

  picture: authed
    .meta({ rest: 'GET /threads/{id}/pictures/{picture_id}', media: 'image/webp', onlyRest: true })
    .input(messagePicture)
    .output(z.instanceof(Bytes).meta({ documentedAs: z.string().meta({ format: 'binary' }) }))
    .use(inTurn('pictures'))
    .query(async ({ ctx, input }) => new Bytes(await readMessagePicture(ctx, partyOf(ctx.caller), input))),

  read: ofThread
    .meta({ rest: 'PUT /threads/{id}/read', status: 204 })
    .input(readInput)
    .output(z.void())
    .mutation(({ ctx, input }) => readThread(ctx, ctx.party, input)),

  deleteMessage: ofThread
    .meta({ rest: 'DELETE /threads/{id}/messages/{message_id}', status: 204 })
    .input(messageId)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteMessage(ctx, ctx.party, input)),

  block: ofThread
    .meta({ rest: 'POST /threads/{id}/block', status: 204 })
    .input(threadId)
    .output(z.void())
    .mutation(({ ctx, input }) => blockThread(ctx, ctx.party, input.id, true)),

  unblock: ofThread
    .meta({ rest: 'DELETE /threads/{id}/block', status: 204 })
    .input(threadId)
    .output(z.void())
    .mutation(({ ctx, input }) => blockThread(ctx, ctx.party, input.id, false)),

  report: ofThread
    .meta({ rest: 'POST /threads/{id}/report', status: 202 })
    .input(threadReportInput)
    .output(z.void())
    .mutation(({ ctx, input }) => reportThread(ctx, ctx.party, input)),

  reports: admin
    .meta({ rest: 'GET /admin/reports' })
    .input(longPage)
    .output(z.array(threadReport))
    .query(async ({ ctx, input }) => withTotal(ctx, await readReports(ctx, input))),

  closeReport: admin
    .meta({ rest: 'POST /admin/reports/{id}/close', status: 204 })
    .input(z.object({ id: pathId('Report') }))
    .output(z.void())
    .mutation(({ ctx, input }) => closeReport(ctx, input.id)),
});
