import { DAY } from '#shared/constants.ts';
import { isolated } from '#shared/isolated.ts';
import { shortName } from '#shared/person-name.ts';
import { cancelUntil } from '#shared/rules/cancellation.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import { formatDateTime, formatShortDateTime } from '#shared/time.ts';
import type { BookingDetails, RequestDetails } from './message-queries.ts';

/** Whether there is nothing left of a booking whose request ended: a pending one may expire with it. */
export function endedWith({ status, expires }: BookingDetails, { ended }: RequestDetails): boolean {
  return status === 'cancelled' || (status === 'pending' && ended !== null && expires <= ended);
}

/**
 * `Zoë A.`; the initial keeps its combining marks. Of a deleted account nothing is abbreviated: `Former client`; a
 * guest is called as they were written in.
 */
export function clientName({ first_name, last_name, client, guest }: BookingDetails): string {
  if (guest) return isolated(guest.name);
  if (client.user_id === null) return isolated(`${first_name} ${last_name}`);
  return isolated(shortName({ first_name, last_name }));
}

/** A booking as texts tell of it: what people wrote moves nothing beside it. */
export function toldOf(b: BookingDetails): BookingDetails {
  const services = b.services.map((one) => ({ ...one, name: isolated(one.name) }));
  return { ...b, services, display_name: isolated(b.display_name), location: isolated(b.location) };
}

/** `A`, `A and B`, `A, B and C`. */
export function what({ services }: BookingDetails): string {
  const names = services.map(({ name }) => name);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

/** When it begins. */
export function when(b: BookingDetails): string {
  return at(b, b.start);
}

export function at({ time_zone }: BookingDetails, instant: number): string {
  return formatShortDateTime(instant, time_zone);
}

/** Until when somebody may answer. */
export function until(b: BookingDetails, instant: number): string {
  return `${formatDateTime(instant, b.time_zone)}${instant === b.start ? ', when the visit begins' : ''}`;
}

/** The client's first name; the professional knows a guest by the name that they wrote in (contract 9). */
export function visitorOf({ guest, first_name }: BookingDetails, to: Side): string {
  return isolated((to === 'professional' && guest?.name) || first_name);
}

/** Until when the reader can change a confirmed booking, and how. A reminder comes a day ahead. */
export function howToChange(
  b: BookingDetails,
  { isGuest, isReminder = false }: { isGuest: boolean; isReminder?: boolean },
): string {
  if (isGuest) return `If you can't make it, please tell ${b.display_name}.`;
  const last = cancelUntil({
    start: b.start,
    created: b.created,
    cutoffHours: b.cutoff_hours,
    notBefore: b.not_before,
  });
  if (last === b.start) return 'You can change or cancel it online until it starts.';
  if (isReminder && last <= b.start - DAY) return `If you can't make it, please contact ${b.display_name}.`;
  return `You can change or cancel it online until ${formatDateTime(last, b.time_zone)}. After that, please contact ${b.display_name}.`;
}

export const isCancelled = ({ status }: BookingDetails) => status === 'cancelled';
