import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import type { Receipt } from '#shared/payments.ts';
import type { LineOption } from '#shared/rules/lines.ts';
import { depositsPaid, type PaymentMethod } from '#shared/rules/payments.ts';
import { isOfParty, isOfSide, type Party } from '../life/which-queries.ts';
import type { PaymentRow } from '../show/present-booking.ts';

export type NewPayment = { method: PaymentMethod; amount_cents: number; paid_on: string };
type Owner = { professional_id: string; id: string };

/** In place of all that were there; the booking must be locked. */
export async function replacePayments(trx: Db, { professional_id, id }: Owner, payments: NewPayment[]): Promise<void> {
  await sql`delete from payments where professional_id = ${professional_id} and booking_id = ${id}`.execute(trx);
  const sum = payments.reduce((cents, { amount_cents }) => cents + amount_cents, 0);
  await sql`update bookings set paid_cents = ${sum || null}, updated_at = clock_now()
    where professional_id = ${professional_id} and id = ${id}`.execute(trx);
  if (payments.length === 0) return;
  const rows = payments.map((payment, position) => ({ ...payment, professional_id, booking_id: id, position }));
  await trx.insertInto('payments').values(rows).execute();
}

/** What a receipt is made of. */
type Receiptable = {
  title: Receipt['title'];
  business_name: string;
  abn: string | null;
  client: string;
  lines: { name: string; options: LineOption[]; cents: number }[];
  total_cents: number;
  deposit_cents: number;
  payments: PaymentRow[] | null;
};

/** The name of a booking's client as its professional sees it; of bookings `b` with `guest` and `clients`. */
export const clientName = sql<string>`coalesce(guest.name, clients.first_name || ' ' || clients.last_name)`;
export const joinClient = sql`
  left join contacts guest on guest.professional_id = b.professional_id and guest.id = b.guest_id
  left join clients on clients.id = b.client_id`;

export async function readReceiptable(trx: Db, { professional_id, id }: Owner): Promise<Receiptable> {
  const { rows } = await sql<Receiptable>`
    select case when p.gst_registered then 'Tax invoice' else 'Receipt' end as title,
      coalesce(p.business_name, p.display_name) as business_name, p.abn, ${clientName} as client, (
        select json_agg(json_build_object('name', one.name, 'options', one.options, 'cents', one.price_cents) order by one.position)
        from booking_services one where one.professional_id = b.professional_id and one.booking_id = b.id) as lines,
      b.total_price_cents as total_cents, coalesce((
        select b.deposit_cents from deposits d where d.professional_id = b.professional_id and d.booking_id = b.id
          and d.status = any(${depositsPaid}::text[])), 0) as deposit_cents, (
        select json_agg(json_build_object('method', method, 'amount_cents', amount_cents, 'paid_on', paid_on) order by position)
        from payments where professional_id = b.professional_id and booking_id = b.id) as payments
    from bookings b join professionals p on p.id = b.professional_id ${joinClient}
    where b.professional_id = ${professional_id} and b.id = ${id}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('a locked booking is gone');
  return row;
}

type Content = Omit<Receipt, 'number' | 'issued_on' | 'voided'>;

/**
 * Issues the next receipt of a professional, of a locked booking. Numbers have no gaps, as they are given one at a time
 * and a transaction that fails gives none; no lock is taken after this one.
 */
export async function insertReceipt(
  trx: Db,
  { professional_id, id }: Owner,
  { issued_on, content }: { issued_on: string; content: Content },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('receipts ' || ${professional_id}::text, 0))`.execute(trx);
  const { rows } = await sql<{ number: number }>`
    with issued as (
      insert into receipts (professional_id, number, booking_id, issued_on, content)
      select ${professional_id}, coalesce(max(number), 0) + 1, ${id}, ${issued_on}, ${JSON.stringify(content)}::jsonb
      from receipts where professional_id = ${professional_id} returning number)
    update bookings set receipt_number = issued.number, receipt_voided = false, updated_at = clock_now() from issued
    where professional_id = ${professional_id} and id = ${id} returning issued.number`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('a locked booking is gone');
  return row.number;
}

/** Voids the standing receipt of a locked booking; false without one. */
export async function voidReceipt(trx: Db, { professional_id, id }: Owner): Promise<boolean> {
  const { rows } = await sql`
    with voided as (
      update receipts set voided_at = clock_now()
      where professional_id = ${professional_id} and booking_id = ${id} and voided_at is null returning number)
    update bookings set receipt_voided = true, updated_at = clock_now() from voided
    where professional_id = ${professional_id} and id = ${id} returning id`.execute(trx);
  return rows.length > 0;
}

export async function countReceipts(trx: Db, { professional_id, id }: Owner): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from receipts
    where professional_id = ${professional_id} and booking_id = ${id}`.execute(trx);
  return rows[0]?.count ?? 0;
}

type Row = { number: number; issued_on: string; content: Content; voided: boolean };

/** The newest receipt of a booking that meets a condition, as long as its professional's account is there. */
async function newestReceipt(db: Db, where: RawBuilder<boolean>): Promise<Receipt | undefined> {
  const { rows } = await sql<Row>`
    select r.number, r.issued_on::text, r.content, r.voided_at is not null as voided
    from bookings join receipts r on r.professional_id = bookings.professional_id and r.booking_id = bookings.id
    join professionals p on p.id = bookings.professional_id and p.user_id is not null
    where ${where} order by r.number desc limit 1`.execute(db);
  const [row] = rows;
  return row && { number: row.number, issued_on: row.issued_on, ...row.content, voided: row.voided };
}

/** As one of its sides reads it; admins read none. */
export function findReceipt(db: Db, id: string, viewer: Viewer): Promise<Receipt | undefined> {
  if (viewer.role === 'admin') return Promise.resolve(undefined);
  return newestReceipt(db, sql`bookings.id = ${id} and ${isOfParty(viewer)}`);
}

/** A receipt for a message, by its number. */
export function findReceiptNumbered(db: Db, booking_id: string, number: number): Promise<Receipt | undefined> {
  return newestReceipt(db, sql`bookings.id = ${booking_id} and r.number = ${number}`);
}

/**
 * What goes with the account of a side: with the professional's all but what its clients' exports keep as it was issued,
 * with the client's their name. What nobody has any more goes.
 */
export async function forgetReceipts(trx: Db, { role, id }: Party): Promise<void> {
  if (role === 'client')
    await sql`
      update receipts r set content = r.content || '{"client": "Former client"}' from bookings
      where ${isOfSide({ role, id })} and bookings.guest_id is null
        and r.professional_id = bookings.professional_id and r.booking_id = bookings.id`.execute(trx);
  else
    await sql`update bookings set receipt_number = null, receipt_voided = false
    where ${isOfSide({ role, id })} and receipt_number is not null`.execute(trx);
  await sql`
    delete from receipts r using bookings
    left join clients on clients.id = bookings.client_id
    join professionals p on p.id = bookings.professional_id
    where ${isOfSide({ role, id })} and r.professional_id = bookings.professional_id and r.booking_id = bookings.id
      and (${role}::text = 'professional' and clients.user_id is null or ${role}::text = 'client' and p.user_id is null)`.execute(
    trx,
  );
}
