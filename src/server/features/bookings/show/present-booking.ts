import type { Segments } from '#server/db/segments.ts';
import type { ShareRow } from '#server/features/hair/share-queries.ts';
import { calendarUrl } from '#server/links/calendar-secrets.ts';
import type { Booking } from '#shared/bookings.ts';
import type { BookingStatus, Role } from '#shared/constants.ts';
import type { BookingDeposit } from '#shared/deposits.ts';
import type { Payment } from '#shared/payments.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import { cancelUntil } from '#shared/rules/cancellation.ts';
import { isTicked, nothingShared } from '#shared/rules/hair.ts';
import { type LineOption, type PrepareItem, prepareOf } from '#shared/rules/lines.ts';
import { type PaymentMethod, paidAhead } from '#shared/rules/payments.ts';
import { bookedPlace, isPlaceKnown, type Place } from '#shared/rules/place.ts';
import { toDollars } from '#shared/rules/price.ts';
import { type ReviewState, reviewUntil } from '#shared/rules/rating.ts';
import type { Actor } from '#shared/rules/visit-life.ts';
import { iso } from '#shared/time.ts';
import type { DepositRow } from '../deposits/queries.ts';
import type { NewBooking } from '../make/create-queries.ts';

/** A booking with what its answer tells of the others. Instants are ISO text, money is whole cents. */
export type BookingRow = {
  id: string;
  status: BookingStatus;
  start_time: string;
  end_time: string;
  created_at: string;
  expires_at: string;
  total_price_cents: number;
  notes: string | null;
  cancelled_by: Actor | null;
  cancel_reason: string | null;
  segments: Segments;
  /** In the order in which they were chosen. */
  services: {
    id: string;
    name: string;
    price_cents: number;
    service_duration_minutes: number;
    options: LineOption[];
    preparation: string | null;
    /** Not read for lists. */
    prepare?: PrepareItem[];
  }[];
  ready?: string[];
  professional_id: string;
  display_name: string;
  location: string;
  time_zone: string;
  place: Place | null;
  contact_phone: string | null;
  visit_address: string | null;
  source: string | null;
  due_on: string | null;
  /** The database's time, epoch milliseconds. */
  now: number;
  client_id: string | null;
  first_name: string | null;
  last_name: string | null;
  guest_id: string | null;
  guest: BookedGuest | null;
  written_in: boolean;
  reschedule: PendingRequest | null;
  previous_start_time: string | null;
  cancellation_cutoff_hours: number;
  cancellation_policy: string | null;
  cancel_not_before: string | null;
  series: Booking['series'];
  deposit_cents: number | null;
  deposit: DepositRow | null;
  quote_id: string | null;
  no_show: boolean;
  started_at: string | null;
  finished_at: string | null;
  /** The sum of its payments; null without any. */
  paid_cents: number | null;
  payments: PaymentRow[] | null;
  receipt_number: number | null;
  receipt_voided: boolean;
  review_state: ReviewState | null;
  share: ShareRow | null;
  /** Null once there is no calendar file any more. */
  calendar_secret: string | null;
};

/** Who reads an answer, and the base of its links, without a trailing slash; `isList`: among others. */
export type Reader = { role: Role; publicUrl: string; isList?: boolean };

/** A booking that is about to be written, without the names around it; `created` is epoch milliseconds. */
export function newRow(booking: NewBooking, created: number) {
  return {
    ...booking,
    created_at: iso(created),
    now: created,
    cancelled_by: null,
    cancel_reason: null,
    reschedule: null,
    previous_start_time: null,
    cancel_not_before: null,
    series: null,
    deposit_cents: booking.deposit_cents ?? null,
    source: booking.source ?? null,
    quote_id: booking.quote_id ?? null,
    due_on: null,
    deposit: null,
    no_show: false,
    started_at: null,
    finished_at: null,
    paid_cents: null,
    payments: null,
    receipt_number: null,
    receipt_voided: false,
    review_state: null,
    share: null,
    ready: [],
    segments: booking.parts.map(({ start, end }): [number, number] => [start, end]),
  };
}

export type PaymentRow = { method: PaymentMethod; amount_cents: number; paid_on: string };

export type BookedGuest = {
  name: string;
  phone_number: string | null;
  email: string | null;
  is_forgotten: boolean;
};

/** Instants are epoch milliseconds. */
export type PendingRequest = Pick<Reschedule, 'id' | 'requested_by' | 'message'> &
  Record<'start_time' | 'end_time' | 'created_at' | 'expires_at', number>;

function presentSegments({ segments, start_time, end_time }: BookingRow): Booking['segments'] {
  if (segments === null) return [{ start_time, end_time }];
  return segments.map(([start, end]) => ({ start_time: iso(start), end_time: iso(end) }));
}

/**
 * The one form of a booking in answers, whether it was just made or read. What a professional wrote in is theirs: its
 * client sees neither the notes nor the guest, and they see no client in it.
 */
export function presentBooking(row: BookingRow, { role: viewer, publicUrl, isList = false }: Reader): Booking {
  const services = row.services.map(({ id, name, price_cents, service_duration_minutes, options, preparation }) => ({
    id,
    name,
    price: toDollars(price_cents),
    service_duration_minutes,
    options: presentOptions(options),
    preparation,
  }));
  const [first] = services;
  if (!first) throw new Error('a booking has no services');
  return {
    id: row.id,
    status: row.status,
    start_time: row.start_time,
    end_time: row.end_time,
    segments: presentSegments(row),
    created_at: row.created_at,
    ...(row.status === 'pending' ? { expires_at: row.expires_at } : {}),
    total_price: toDollars(row.total_price_cents),
    notes: viewer === 'client' && row.written_in ? null : row.notes,
    ...(row.cancelled_by === null ? {} : { cancelled_by: row.cancelled_by }),
    ...(row.cancel_reason === null ? {} : { cancel_reason: row.cancel_reason }),
    service: { id: first.id, name: first.name },
    services,
    ...(isList ? {} : { prepare: prepareOf(row.services, row.ready) }),
    professional: {
      id: row.professional_id,
      display_name: row.display_name,
      location: row.location,
      time_zone: row.time_zone,
    },
    ...placeOf(row, viewer),
    client: clientOf(row, viewer),
    ...(viewer === 'client' ? {} : contactOf(row)),
    reschedule: row.reschedule && presentRequest(row.id, row.reschedule),
    previous_start_time: row.previous_start_time,
    cancel_until: cancelUntilOf(row),
    cancellation_policy: row.cancellation_policy,
    series: row.series,
    deposit: presentDeposit(row, { viewer, isList }),
    quote_id: viewer === 'admin' ? null : row.quote_id,
    no_show: row.no_show,
    ...shareOf(row, viewer),
    ...presentVisit(row, viewer),
    source: viewer === 'professional' ? row.source : null,
    due_on: viewer === 'client' ? row.due_on : null,
    ...(viewer === 'client' ? reviewUntilOf(row) : {}),
    calendar_url:
      viewer === 'admin' || row.calendar_secret === null
        ? null
        : calendarUrl(publicUrl, row.id, row.calendar_secret, viewer),
  };
}

/** What is ticked its client alone sees, that something is both sides (contract 23). */
function shareOf({ share }: BookingRow, viewer: Role): Pick<Booking, 'share' | 'hair_shared'> {
  if (viewer === 'admin') return { share: null, hair_shared: null };
  const { is_over, ...ticked } = share ?? { ...nothingShared, is_over: true };
  return { share: viewer === 'client' ? ticked : null, hair_shared: !is_over && isTicked(ticked) };
}

/** When the visit really was, and what was paid of it: for its two sides alone. */
function presentVisit(row: BookingRow, viewer: Role) {
  if (viewer === 'admin') return { started_at: null, finished_at: null, payments: null, paid: null, receipt: null };
  const { started_at, finished_at, paid_cents, payments, receipt_number, receipt_voided, deposit_cents, deposit } = row;
  return {
    started_at,
    finished_at,
    payments: presentPayments(payments ?? []),
    paid: toDollars((paid_cents ?? 0) + paidAhead({ deposit_cents, status: deposit?.status ?? null })),
    receipt: receipt_number === null ? null : { number: receipt_number, voided: receipt_voided },
  };
}

export function presentPayments(payments: readonly PaymentRow[]): Payment[] {
  return payments.map(({ amount_cents, ...payment }) => ({ ...payment, amount: toDollars(amount_cents) }));
}

/** Options as answers have them, dollars. */
export function presentOptions(options: readonly LineOption[]) {
  return options.map(({ price_cents, ...option }) => ({
    ...option,
    price: price_cents === null ? null : toDollars(price_cents),
  }));
}

function reviewUntilOf({ end_time, ...row }: BookingRow): Pick<Booking, 'review_until'> {
  const until = reviewUntil({ ...row, end: Date.parse(end_time) });
  return until === null ? {} : { review_until: iso(until) };
}

/** Where it is, and whom its client may call, for those who may know (contract 28 and 29). */
function placeOf({ place, contact_phone, visit_address, status, end_time, now }: BookingRow, viewer: Role) {
  const visit = { status, end: Date.parse(end_time), now };
  return {
    place: bookedPlace(place, visit, viewer),
    contact_phone: viewer === 'client' && isPlaceKnown(visit) ? contact_phone : null,
    visit_address: viewer === 'admin' ? null : visit_address,
  };
}

function clientOf(row: BookingRow, viewer: Role): Booking['client'] {
  if (row.client_id === null || (viewer === 'professional' && row.guest_id !== null)) return null;
  return { id: row.client_id, first_name: row.first_name ?? '', last_name: row.last_name ?? '' };
}

function contactOf({ client_id, guest_id, guest }: BookingRow): Pick<Booking, 'guest' | 'contact_id'> {
  if (guest_id === null || guest === null) return { guest: null, contact_id: client_id };
  const { is_forgotten, ...shown } = guest;
  return { guest: shown, contact_id: is_forgotten ? null : guest_id };
}

function presentRequest(booking_id: string, request: PendingRequest): Reschedule {
  const { start_time, end_time, created_at, expires_at, ...rest } = request;
  return {
    ...rest,
    booking_id,
    status: 'pending',
    start_time: iso(start_time),
    end_time: iso(end_time),
    created_at: iso(created_at),
    expires_at: iso(expires_at),
    answered_at: null,
  };
}

/** Where money goes its two sides alone see, its client as long as there is something to pay (contract 13). */
function presentDeposit(
  { deposit_cents, deposit }: BookingRow,
  { viewer, isList }: { viewer: Role; isList: boolean },
): BookingDeposit | null {
  if (deposit_cents === null || deposit === null) return null;
  const { status, reference, pay_to, refund_to, asked_at, said_paid_at, received_at, refund_by, refunded_at } = deposit;
  const isPayable = status === 'due' || status === 'said_paid';
  const amount = toDollars(deposit_cents);
  const at = (instant: number | null) => (instant === null ? null : iso(instant));
  return {
    amount,
    status,
    reference,
    pay_to: !isList && (viewer === 'professional' || (viewer === 'client' && isPayable)) ? pay_to : null,
    asked_at: iso(asked_at),
    said_paid_at: at(said_paid_at),
    received_at: at(received_at),
    refund_due: status === 'refund_due' ? amount : 0,
    refund_by: at(refund_by),
    refund_to: viewer === 'client' || (viewer === 'professional' && status === 'refund_due') ? refund_to : null,
    refunded_at: at(refunded_at),
  };
}

/** Without a cut-off it is the start, whenever the booking was made. */
function cancelUntilOf({
  start_time,
  created_at,
  cancellation_cutoff_hours: cutoffHours,
  cancel_not_before,
}: BookingRow): string {
  if (cutoffHours === 0) return start_time;
  const notBefore = cancel_not_before === null ? null : Date.parse(cancel_not_before);
  return iso(cancelUntil({ start: Date.parse(start_time), created: Date.parse(created_at), cutoffHours, notBefore }));
}
