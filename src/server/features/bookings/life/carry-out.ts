import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { type Emission, emission } from '#server/outbox/emit.ts';
import type { BookingStatus } from '#shared/constants.ts';
import { refundDays } from '#shared/rules/deposit.ts';
import { type Actor, effectOf, type Happening, statusesBefore } from '#shared/rules/visit-life.ts';

/** Who makes it happen, and to which bookings: those of `where` whose status allows it. */
type Occasion = {
  by: Actor;
  where: RawBuilder<boolean>;
  /** What is said of it besides: assignments of an update. */
  says?: RawBuilder<unknown>;
  reason?: string | null | undefined;
  requestId?: string | undefined;
};

/** A booking that something happened to; `from` is its status before. */
export type Happened = {
  professional_id: string;
  id: string;
  version: number;
  sequence: number;
  /** Epoch milliseconds. */
  start: number;
  from: BookingStatus;
  /** The request that was pending. */
  reschedule_id: string | null;
  has_deposit: boolean;
  /** Whether its completion was told before. */
  was_completed: boolean;
};

/**
 * Makes something happen to bookings, with all that it does by the rules of their life (`shared/rules/visit-life.ts`):
 * to their status, requests, deposits and times, and the events, in the caller's transaction. Of several at once exactly
 * one succeeds: whatever changes a booking is an update that its status guards. Returns those that it happened to.
 */
export async function carryOut(
  trx: Db,
  happening: Happening,
  occasion: Occasion,
  tell: (happened: Happened[]) => Emission[] = (happened) => newsOf(happening, occasion.by, happened),
): Promise<Happened[]> {
  const happened = await changeBookings(trx, happening, occasion);
  await followUp(trx, happening, happened, { emissions: tell(happened), requestId: occasion.requestId });
  const held = happened.filter(({ from }) => effectOf(happening, from)?.time === 'finished');
  for (const { id } of held) await holdUntilFinished(trx, id);
  return happened;
}

/** A booking holds its time until it was finished; violates `busy_times_no_overlap` where something else has a part. */
async function holdUntilFinished(trx: Db, id: string): Promise<void> {
  await sql`
    with own as materialized (
      select professional_id, id, lower(part) as start_time, least(upper(part), finished_at) as end_time
      from bookings, unnest(coalesce(segments, tstzmultirange(tstzrange(start_time, end_time)))) part where id = ${id}),
    freed as (delete from busy_times t using bookings b
      where b.id = ${id} and t.professional_id = b.professional_id and t.booking_id = b.id and t.kind = 'booking' returning t.id)
    insert into busy_times (professional_id, booking_id, start_time, end_time)
    select professional_id, id, start_time, end_time from own, (select count(*) from freed) done
    where end_time > start_time`.execute(trx);
}

/** The part of it that the bookings have themselves; a version is a change that is told. After this their rows are locked. */
async function changeBookings(trx: Db, happening: Happening, { by, where, says, reason = null }: Occasion) {
  const changing = statusesBefore(happening, by).flatMap((from) => {
    const effect = effectOf(happening, from);
    return effect && (effect.to !== from || effect.no_show !== undefined || says) ? [{ ...effect, from }] : [];
  });
  const [{ to, no_show, request } = {}] = changing;
  const isCancelled = to === 'cancelled';
  const said = says ? sql`, ${says}` : sql``;
  const changes = changing.some((one) => one.to !== one.from)
    ? sql`status = ${to}, version = version + case when ${happening === 'unfinished'} or status = ${to}
            or was_completed and ${to === 'completed'} then 0 else 1 end, updated_at = clock_now(), reschedule_id = null,
          sequence = case when status = 'confirmed' and ${isCancelled} then sequence + 1 else sequence end,
          due_at = ${to === 'confirmed' ? sql`end_time` : null}, reminder_at = ${to === 'confirmed' ? reminderOf(sql`start_time`) : null},
          confirmed_at = ${to === 'confirmed' ? sql`coalesce(confirmed_at, clock_now())` : sql`confirmed_at`},
          cancelled_by = ${isCancelled ? by : null}, cancelled_at = ${isCancelled ? clockNow : null}, cancel_reason = ${reason}${said}`
    : sql`no_show = ${no_show ?? sql`no_show`}, reschedule_id = ${request ? null : sql`reschedule_id`}${said}`;
  const { rows } = await sql<Happened>`
    update bookings set ${changes} where ${where} and status = any(${changing.map(({ from }) => from)}::text[])
    returning professional_id, id, version, sequence, ${epochMs('start_time')} as start, old.status as "from",
      old.reschedule_id, deposit_cents is not null as has_deposit, old.was_completed`.execute(trx);
  return rows;
}

type Given = { happening: Happening; given: string; emissions: string; request_id: string | null };

const followed = statement(
  'follow_up_bookings',
  (_, p: Params<Given>) => sql<never>`
    with given as materialized (
      select * from jsonb_to_recordset(${p.given}::jsonb) as one (professional_id uuid, id uuid, reschedule_id uuid,
        frees boolean, deposit jsonb)),
    ended as (
      update reschedules r set status = 'withdrawn', answered_at = clock_now() from given
      where r.professional_id = given.professional_id and r.id = given.reschedule_id and r.status = 'pending'),
    freed as (
      delete from busy_times t using given where t.professional_id = given.professional_id and t.booking_id = given.id
        and (given.frees or t.reschedule_id = given.reschedule_id)),
    moved as (
      update deposits d set status = to_status,
        said_paid_at = case when ${p.happening}::text = 'paid' then clock_now() else said_paid_at end,
        received_at = case when ${p.happening}::text = 'received' or to_status = 'received'
          then coalesce(received_at, clock_now()) else received_at end,
        refund_by = case when to_status = 'refund_due'
          then coalesce(refund_by, clock_now() + make_interval(days => ${sql.lit(refundDays.last)})) else refund_by end,
        refunded_at = case when to_status = 'refunded' then clock_now() end,
        -- Of a client who is gone nothing stays of where it went.
        refund_to = case when refund_to_until is null or to_status = d.status then refund_to end,
        refund_to_until = case when to_status = d.status then refund_to_until end,
        remind_at = case when to_status = d.status or to_status in ('due', 'said_paid') then remind_at
          when to_status = 'refund_due' then clock_now() + make_interval(days => ${sql.lit(refundDays.first)}) end
      from given cross join lateral jsonb_each_text(given.deposit) as each (from_status, to_status)
      where d.professional_id = given.professional_id and d.booking_id = given.id and d.status = from_status)
    ${emission(p)}`,
);

/** The rest of it, for bookings that are locked; their statuses are those before. */
export async function followUp(
  trx: Db,
  happening: Happening,
  happened: Pick<Happened, 'professional_id' | 'id' | 'from' | 'reschedule_id' | 'has_deposit'>[],
  { emissions, requestId = null }: { emissions: Emission[]; requestId?: string | null | undefined },
): Promise<void> {
  if (happened.length === 0) return;
  const given = happened.map(({ professional_id, id, from, reschedule_id, has_deposit }) => {
    const { request, deposit = {}, time } = effectOf(happening, from) ?? {};
    return {
      professional_id,
      id,
      reschedule_id: request === 'withdrawn' ? reschedule_id : null,
      frees: time === 'freed',
      deposit: has_deposit ? deposit : {},
    };
  });
  await followed.execute(trx, {
    happening,
    given: JSON.stringify(given),
    emissions: JSON.stringify(emissions),
    request_id: requestId,
  });
}

/** What others are told of it, each booking by itself; a mark as missed is told nobody. */
export function newsOf(happening: Happening, by: Actor, happened: Happened[]): Emission[] {
  return happened.flatMap((one): Emission[] => {
    const { professional_id, id: booking_id, version, sequence, start, from, was_completed } = one;
    const about = { professional_id, booking_id, version, sequence };
    switch (happening) {
      case 'confirmed':
      case 'received':
        return [{ event: 'booking.confirmed', payload: { ...about, start } }];
      case 'cancelled':
      case 'cancelled_late':
        return [{ event: 'booking.cancelled', payload: { ...about, by, from } }];
      case 'completed':
      case 'finished':
        if (from === 'completed' || was_completed) return [];
        return [{ event: 'booking.completed', payload: { professional_id, booking_id, version } }];
      default:
        return [];
    }
  });
}

/** When a confirmed booking's reminder is due, as `reminderAt` says; null where that is over. */
export function reminderOf(start: RawBuilder<unknown>) {
  const due = sql`${start} - interval '24 hours'`;
  return sql<string | null>`case when ${due} >= clock_now() then ${due} end`;
}
