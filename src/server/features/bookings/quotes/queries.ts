import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import type { Deps } from '#server/deps.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Written } from '#server/sockets/fan-out.ts';
import { tellAtOnce } from '#server/sockets/tell-at-once.ts';
import { quoteBounds } from '#shared/constants.ts';
import type { Quote, QuoteStatus } from '#shared/quotes.ts';
import type { Cost, LineOption } from '#shared/rules/lines.ts';
import { toDollars } from '#shared/rules/price.ts';
import { iso } from '#shared/time.ts';
import type { Party } from '../life/which-queries.ts';
import { type ServiceLine, serviceLines } from '../make/line-queries.ts';
import { presentOptions } from '../show/present-booking.ts';

/** A quote of whole cents; `expires_at` is epoch milliseconds. */
export type QuoteRow = Omit<Quote, 'price' | 'options' | 'expires_at'> &
  Cost & { options: LineOption[]; expires_at: number };

/** From quotes `q`: one that nobody ended ends by the clock. */
export const quoteStatus = sql<QuoteStatus>`case when q.status = 'open' and q.expires_at <= clock_now() then 'expired' else q.status end`;

/** The columns of a `QuoteRow`, from quotes `q` of professionals `p`. */
const columns = sql`q.id, q.thread_id, q.options, q.price_cents, q.service_duration_minutes, q.note, ${quoteStatus} as status,
  ${epochMs('q.expires_at')} as expires_at, q.booking_id, json_build_object('id', q.service_id, 'name', q.name) as service,
  json_build_object('id', p.id, 'display_name', p.display_name, 'time_zone', p.time_zone) as professional`;

/** The quote of a row of messages `m`, unless that was deleted. */
export const quoteOfMessage = sql<QuoteRow | null>`case when m.deleted_at is null and m.side = 'professional' then (
  select to_json(own) from (select ${columns} from quotes q join professionals p on p.id = q.professional_id
    where q.thread_id = m.thread_id and q.message_id = m.id and q.professional_id = m.professional_id) own) end`;

export function presentQuote({ price_cents, options, expires_at, ...row }: QuoteRow): Quote {
  return { ...row, options: presentOptions(options), price: toDollars(price_cents), expires_at: iso(expires_at) };
}

/** Whose quotes somebody sees: those of their own threads. */
type Sides = { client_id: string | null; professional_id: string | null };

/** Undefined for one of others, as for an unknown one. */
export async function findQuote(
  db: Db,
  id: string,
  { client_id, professional_id }: Sides,
): Promise<QuoteRow | undefined> {
  const { rows } = await sql<QuoteRow>`
    select ${columns} from quotes q join professionals p on p.id = q.professional_id
    join threads t on t.id = q.thread_id and t.professional_id = q.professional_id
    where q.id = ${id} and (t.client_id = ${client_id}::uuid or q.professional_id = ${professional_id}::uuid)`.execute(
    db,
  );
  return rows[0];
}

/** What a client looks at or books with: theirs, and of that professional where one is named; else 404. */
export async function requireQuote(
  db: Db,
  id: string,
  { client_id, professional_id }: { client_id: string | null | undefined; professional_id?: string | undefined },
): Promise<QuoteRow> {
  const found = await findQuote(db, id, { client_id: client_id ?? null, professional_id: null });
  return found && found.professional.id === (professional_id ?? found.professional.id) ? found : notFound('Quote');
}

/** 409 for one that cannot be booked any more. */
export function refuseOver({ status }: Pick<Quote, 'status'>): void {
  if (status !== 'open') conflict('This quote is no longer open.');
}

/** The line of a quote: all of its time is its professional's. What else it has, the service has now. */
export function quotedLine(
  { service, options, price_cents, service_duration_minutes }: QuoteRow,
  offered: readonly ServiceLine[] = [],
) {
  const { preparation = null, prepare = [], deposit_cents = null } = offered.find(({ id }) => id === service.id) ?? {};
  const whole = { processing_start_minutes: null, processing_minutes: null };
  return { ...service, options, price_cents, service_duration_minutes, preparation, prepare, deposit_cents, ...whole };
}

/** Its status, which nothing changes until the transaction ends. Locked last: after clients, professionals, threads. */
export async function lockQuote(trx: Db, which: Which): Promise<{ id: string; status: QuoteStatus } | undefined> {
  const { rows } = await sql<{ id: string; status: QuoteStatus }>`
    select q.id, ${quoteStatus} as status from quotes q where ${which} for no key update of q`.execute(trx);
  return rows[0];
}

/** Locks the one that is to be withdrawn; 409 once it was booked. */
export async function lockUnbooked(trx: Db, which: Which) {
  const quote = await lockQuote(trx, which);
  if (quote?.status === 'booked') conflict('This quote was booked.');
  return quote;
}

/** Which quotes, of `q`. */
type Which = RawBuilder<unknown>;

/** Ends those that are open, and says so to the sockets of their threads. */
export async function endQuotes(trx: Db, deps: Pick<Deps, 'fanOut' | 'log'>, which: Which): Promise<void> {
  await tellAtOnce(trx, deps, await withdrawOpen(trx, which));
}

/** Ends those that are open. Returns whose sockets are to hear of it. */
export async function withdrawOpen(trx: Db, which: Which): Promise<Written[]> {
  const { rows } = await sql<Written>`
    with ended as (
      update quotes q set status = case when q.expires_at > clock_now() then 'withdrawn' else 'expired' end
      where q.status = 'open' and ${which} returning q.thread_id, q.professional_id, q.status)
    select side.user_id, t.id, 'message' as what from ended
    join threads t on t.id = ended.thread_id and t.professional_id = ended.professional_id
    join professionals p on p.id = t.professional_id join clients c on c.id = t.client_id
    cross join lateral (values (p.user_id), (c.user_id)) side (user_id)
    where side.user_id is not null and ended.status = 'withdrawn'`.execute(trx);
  return rows;
}

/** What may be quoted of an own service, which stays until the transaction ends; undefined for an unknown one. */
export async function holdService(trx: Db, professionalId: string, id: string): Promise<ServiceLine | undefined> {
  const { rows } = await sql<ServiceLine>`
    ${serviceLines(sql`${professionalId}::uuid`, sql`${[id]}`)} for share`.execute(trx);
  return rows[0];
}

type NewQuote = Cost & {
  professional_id: string;
  thread_id: string;
  message_id: string;
  service_id: string;
  name: string;
  options: LineOption[];
  note: string | null;
};

/** Needs the thread's lock, and no other open quote of that service in it. */
export async function insertQuote(trx: Db, { options, ...row }: NewQuote): Promise<void> {
  await trx
    .insertInto('quotes')
    .values({
      ...row,
      options: JSON.stringify(options),
      expires_at: sql<string>`clock_now() + make_interval(hours => ${quoteBounds.openHours})`,
    })
    .execute();
}

/** Says what was booked with a locked quote. */
export async function bookQuote(trx: Db, quote: QuoteRow, booking_id: string): Promise<void> {
  await trx
    .updateTable('quotes')
    .set({ status: 'booked', booking_id })
    .where('professional_id', '=', quote.professional.id)
    .where('id', '=', quote.id)
    .execute();
}

/** Ends a quote whose message is taken back, with what that said. */
export async function takeBack(trx: Db, deps: Pick<Deps, 'fanOut' | 'log'>, id: string): Promise<void> {
  await endQuotes(trx, deps, sql`q.id = ${id}`);
  await trx.updateTable('quotes').set({ note: null }).where('id', '=', id).execute();
}

/** An account ends: what a client could book does, too; a professional's quotes go with their messages. */
export async function forgetQuotesOf(trx: Db, deps: Pick<Deps, 'fanOut' | 'log'>, { role, id }: Party): Promise<void> {
  if (role === 'client')
    return endQuotes(trx, deps, sql`q.thread_id in (select id from threads where client_id = ${id})`);
  await sql`
    update bookings b set quote_id = null from quotes q where q.professional_id = ${id}
      and b.professional_id = q.professional_id and b.id = q.booking_id`.execute(trx);
}
