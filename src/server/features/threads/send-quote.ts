import { sql } from 'kysely';
import { transact } from '#server/db/transact.ts';
import { invalid, notFound } from '#server/errors.ts';
import { holdService, insertQuote, withdrawOpen } from '#server/features/bookings/quotes/queries.ts';
import { type QuoteInput, quoteText } from '#shared/quotes.ts';
import { optionsOf } from '#shared/rules/lines.ts';
import { toCents } from '#shared/rules/price.ts';
import type { Message } from '#shared/threads.ts';
import { findMessage, lockSender, type ThreadParty } from './queries.ts';
import { type Call, lockOwn, refuseState, requireRoom, write } from './write-message.ts';

/** Sends the client of a thread a quote, as a message; it ends the one that is open of the same service. */
export function sendQuote(
  call: Call,
  party: ThreadParty,
  thread_id: string,
  { service_id, option_ids, note, price, service_duration_minutes }: QuoteInput,
): Promise<Message> {
  return transact(call.db, async (trx) => {
    await lockSender(trx, party.user_id);
    const { state, ...pair } = await lockOwn(trx, party, thread_id);
    refuseState(state, party);
    await requireRoom(trx, call, party, null);
    const service = (await holdService(trx, party.id, service_id)) ?? notFound('Service');
    const options = optionsOf(service, option_ids ?? []) ?? notFound('Option');
    if ('messages' in options) return invalid(['body', 'option_ids'], options.messages);

    // The message tells the sockets.
    await withdrawOpen(trx, sql`q.thread_id = ${thread_id} and q.service_id = ${service_id}`);
    const quoted = { name: service.name, options, service_duration_minutes, note };
    const written = { text: quoteText({ ...quoted, price }), picture_ids: [] };
    const { id } = await write(trx, call, party, { ...pair, thread_id }, written, false);
    const { professional_id } = pair;
    const row = { ...quoted, professional_id, thread_id, message_id: id, service_id, price_cents: toCents(price) };
    await insertQuote(trx, row);
    return (await findMessage(trx, thread_id, id)) ?? notFound('Message');
  });
}
