import type { Actor } from '#shared/rules/booking-status.ts';
import { formatShortDateTime } from '#shared/time.ts';
import type { ToldBooking } from './told-queries.ts';

export type Side = 'client' | 'professional';

/** One sentence about each change, for each side: the notification's text and the mail's first line. */
export const sentences = {
  requested: (b: ToldBooking) => `New booking request from ${clientName(b)} for ${what(b)} on ${when(b)}.`,
  confirmed: (b: ToldBooking) => `${b.display_name} confirmed your booking for ${what(b)} on ${when(b)}.`,
  completed: (b: ToldBooking) => `Your appointment with ${b.display_name} for ${what(b)} on ${when(b)} is complete.`,
  reminder: (b: ToldBooking, to: Side) =>
    to === 'client'
      ? `Reminder: your appointment with ${b.display_name} for ${what(b)} is on ${when(b)}.`
      : `Reminder: ${clientName(b)} comes for ${what(b)} on ${when(b)}.`,
  cancelled: (b: ToldBooking, to: Side, by: Actor) => {
    const booking = `${what(b)} on ${when(b)}`;
    if (by === 'system' && to === 'client')
      return `${b.display_name} did not answer your booking request for ${booking}, so it was cancelled.`;
    if (by === 'system') return `You did not answer the booking request from ${clientName(b)} for ${booking}, so it was cancelled.`;
    const who = by === 'admin' ? 'Saluni' : by === 'client' ? clientName(b) : b.display_name;
    return to === 'client'
      ? `${who} cancelled your booking${by === 'admin' ? ` with ${b.display_name}` : ''} for ${booking}.`
      : `${who} cancelled the booking${by === 'admin' ? ` of ${clientName(b)}` : ''} for ${booking}.`;
  },
};

/** `Zoë A.`; the initial keeps its combining marks. */
export function clientName({ first_name, last_name }: ToldBooking): string {
  const [first] = new Intl.Segmenter('en').segment(last_name);
  return first ? `${first_name} ${first.segment}.` : first_name;
}

/** `A`, `A and B`, `A, B and C`. */
export function what({ services }: ToldBooking): string {
  const names = services.map(({ name }) => name);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

function when({ start, time_zone }: ToldBooking): string {
  return formatShortDateTime(start, time_zone);
}
