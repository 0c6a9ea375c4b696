import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { afterCommit, transact } from '#server/db/transact.ts';
import { conflict, notFound, refuseMore } from '#server/errors.ts';
import { lockUnbooked, takeBack } from '#server/features/bookings/quotes/queries.ts';
import { lockNetwork } from '#server/features/clients/network-queries.ts';
import { findClient } from '#server/features/clients/queries.ts';
import { emptyAnswers } from '#server/features/idempotency/queries.ts';
import { readNotificationsOf } from '#server/features/notifications/queries.ts';
import { removeFiles } from '#server/images/remove-files.ts';
import { emit } from '#server/outbox/emit.ts';
import { tellAtOnce } from '#server/sockets/tell-at-once.ts';
import { messageBounds } from '#shared/constants.ts';
import { otherSide } from '#shared/rules/reschedule.ts';
import type { ThreadState } from '#shared/rules/thread-state.ts';
import type { Message, Thread, Written } from '#shared/threads.ts';
import {
  emptyMessage,
  findMessage,
  findOwn,
  findSignupNetwork,
  findState,
  findThread,
  holdPair,
  insertMessage,
  keepUnread,
  lockMessage,
  lockSender,
  lockThread,
  lockUnsent,
  markReadUpTo,
  openThread,
  type Pair,
  type ThreadParty,
  userOf,
  waitForRoom,
} from './queries.ts';

export type Call = Pick<Context, 'db' | 'deps' | 'requestId'> & { caller: Caller };

/** Writes to somebody, with or without a thread: a client may ask a professional to whom none is open. */
export async function startThread(
  call: Call,
  party: ThreadParty,
  pair: Pair,
  written: Written,
): Promise<{ thread: Thread; message: Message }> {
  const other = party.role === 'client' ? 'Professional' : 'Client';
  return transact(call.db, async (trx) => {
    await lockSender(trx, party.user_id);
    if (!(await holdPair(trx, pair))) notFound(other);
    const known = await lockThread(trx, pair);
    const { state, isOtherAway } = await findState(trx, pair, party.role);
    // A professional knows the clients of their bookings, and who has written to them.
    const isKnown = party.role === 'client' || known || (await findClient(trx, pair.client_id, call.caller));
    if (isOtherAway || !isKnown) notFound(other);
    await requirePictures(trx, party, written);
    const counts = party.role === 'client' && state === 'closed';
    if (!counts) refuseState(state, party);
    await requireRoom(trx, call, party, counts ? pair.client_id : null);
    const thread_id = known ?? (await openThread(trx, pair));
    const message = await write(trx, call, party, { ...pair, thread_id }, written, counts);
    return { thread: (await findThread(trx, party, thread_id)) ?? notFound('Thread'), message };
  });
}

export function writeMessage(call: Call, party: ThreadParty, id: string, written: Written): Promise<Message> {
  return transact(call.db, async (trx) => {
    await lockSender(trx, party.user_id);
    const { state, ...pair } = await lockOwn(trx, party, id);
    await requirePictures(trx, party, written);
    refuseState(state, party);
    await requireRoom(trx, call, party, null);
    return write(trx, call, party, { ...pair, thread_id: id }, written, false);
  });
}

/** Locks a thread of the caller, with both accounts; 404 for one of others, as for an unknown one. */
export async function lockOwn(trx: Db, party: ThreadParty, id: string): Promise<Pair & { state: ThreadState }> {
  const pair = (await findOwn(trx, party, id)) ?? notFound('Thread');
  // One that has ended leaves the thread to the other side.
  await holdPair(trx, pair);
  if ((await lockThread(trx, pair)) !== id) notFound('Thread');
  const { state } = await findState(trx, pair, party.role);
  return { ...pair, state };
}

export function refuseState(state: ThreadState, { role: side }: ThreadParty): void {
  if (state === 'blocked') conflict('You cannot write in this conversation.');
  if (state === 'closed') conflict('This conversation is closed.');
  if (state === 'request' && side === 'client') conflict('Please wait for an answer first.');
}

async function requirePictures(trx: Db, { user_id }: ThreadParty, { picture_ids }: Written): Promise<void> {
  if (picture_ids.length > 0 && (await lockUnsent(trx, user_id, picture_ids)) < picture_ids.length) notFound('Picture');
}

/** Throws 429 for a sender who has sent too much lately; `asking` is the client of a request. */
export async function requireRoom(
  trx: Db,
  { deps }: Call,
  { user_id }: ThreadParty,
  asking: string | null,
): Promise<void> {
  const { messagesPerHour } = deps.config;
  const all = { table: 'messages', hours: 1, most: messagesPerHour } as const;
  const requests = { table: 'messages', onlyRequests: true, hours: 24, most: messageBounds.requestsADay } as const;
  const waits = [
    messagesPerHour > 0 ? await waitForRoom(trx, { user_id }, all) : 0,
    asking ? await waitForRoom(trx, { user_id }, requests) : 0,
  ];
  const network = asking && (await findSignupNetwork(trx, asking));
  if (network) {
    await lockNetwork(trx, network);
    waits.push(await waitForRoom(trx, { network }, requests));
  }
  refuseMore('messages', Math.max(...waits));
}

export async function write(
  trx: Db,
  { deps, requestId }: Call,
  party: ThreadParty,
  { professional_id, client_id, thread_id }: Pair & { thread_id: string },
  written: Written,
  counts: boolean,
): Promise<Message> {
  const { role: side, user_id } = party;
  const pair = { professional_id, client_id };
  // A guest who claimed bookings and has made none since still asks: to the professional the thread is closed.
  const asks = side === 'client' && (await findState(trx, pair, 'professional')).state === 'closed';
  const row = { ...pair, thread_id, side, author_id: user_id, ...written };
  const id = await insertMessage(trx, row, { asks, counts });
  await markReadUpTo(trx, thread_id, side, id);
  await keepUnread(trx, thread_id, side);
  await keepUnread(trx, thread_id, otherSide(side));
  await readNotificationsOf(trx, user_id, thread_id);
  await emit(trx, 'message.sent', { professional_id, thread_id, message_id: id, from: side }, requestId);
  const users = [user_id, await userOf(trx, pair, otherSide(side))];
  const told = users.flatMap((one) => (one ? [{ user_id: one, id: thread_id, what: 'message' as const }] : []));
  await tellAtOnce(trx, deps, told);
  afterCommit(trx, () => deps.meter?.messageSent());
  return (await findMessage(trx, thread_id, id)) ?? notFound('Message');
}

/** Marks all messages up to one as read. */
export function readThread(
  { db }: Call,
  party: ThreadParty,
  { id, message_id }: { id: string; message_id: string },
): Promise<void> {
  return transact(db, async (trx) => {
    await lockOwn(trx, party, id);
    (await findMessage(trx, id, message_id)) ?? notFound('Message');
    await markReadUpTo(trx, id, party.role, message_id);
    await keepUnread(trx, id, party.role);
    await readNotificationsOf(trx, party.user_id, id);
  });
}

/** Takes an own message back, also out of the answers that are kept for its key. */
export async function deleteMessage(
  { db, deps }: Call,
  party: ThreadParty,
  { id, message_id }: { id: string; message_id: string },
): Promise<void> {
  const keys = await transact(db, async (trx) => {
    const pair = await lockOwn(trx, party, id);
    const found = (await lockMessage(trx, id, message_id, party.role)) ?? notFound('Message');
    if (found.deleted) return [];
    if (found.is_late) conflict('This message can no longer be deleted.');
    const quote = await lockUnbooked(trx, sql`q.thread_id = ${id} and q.message_id = ${message_id}`);
    if (quote) await takeBack(trx, deps, quote.id);
    const gone = await emptyMessage(trx, id, message_id);
    const other = otherSide(party.role);
    if ((await keepUnread(trx, id, other)) === 0) {
      const otherUser = await userOf(trx, pair, other);
      if (otherUser) await readNotificationsOf(trx, otherUser, id);
    }
    await emptyAnswers(trx, party.user_id, message_id, (answer) => withoutMessage(answer, message_id));
    return gone;
  });
  await removeFiles(deps, keys, 'private');
}

const deletedParts = { text: '', pictures: [], deleted: true, quote: null };

/** An answer to a message or to a first one, as if that had been deleted before. */
function withoutMessage(answer: string, id: string): string {
  const given = JSON.parse(answer) as Message | { thread: Thread; message: Message };
  if (!('thread' in given)) return JSON.stringify(given.id === id ? { ...given, ...deletedParts } : given);
  if (given.message.id !== id) return answer;
  const thread = { ...given.thread, last: { ...given.thread.last, text: '' } };
  return JSON.stringify({ ...given, thread, message: { ...given.message, ...deletedParts } });
}
