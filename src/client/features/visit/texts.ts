import type { Booking } from '#shared/bookings.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { professionalPath } from '#shared/public-addresses.ts';
import { payToLabels } from '#shared/rules/deposit.ts';
import { handlePath } from '#shared/rules/handle.ts';
import { dialled } from '#shared/rules/person.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatLongDate, formatSlotTime } from '#shared/time.ts';

/** A visit as far as a text names it; `start` in epoch milliseconds, `pay` what its deposit waits for. */
export type TextedVisit = { start: number; where: string; isAhead: boolean; pay?: string | undefined };

export type Text = { label: string; body: string };

/** A booking as a text to its client names it; `now` in epoch milliseconds. */
export function textedVisit(booking: Booking, now: number): TextedVisit {
  const { status, start_time, end_time, place, visit_address, professional } = booking;
  const where = (place?.kind === 'mobile' ? visit_address : place?.address) ?? professional.location;
  const isAhead = status === 'confirmed' && Date.parse(end_time) > now;
  return { start: Date.parse(start_time), where, isAhead, pay: payOf(booking) };
}

/** Where a deposit that is due is paid, for who was booked in by phone and may have no email. */
function payOf({ deposit }: Booking): string | undefined {
  if (deposit?.status !== 'due' || !deposit.pay_to) return undefined;
  const { kind, value, name } = deposit.pay_to;
  return `${formatPrice(deposit.amount)} to ${payToLabels[kind]} ${value}, ${name}, reference ${deposit.reference}`;
}

/** The link by which clients book; in a browser only, whose origin it begins with. */
function linkOf(own: OwnProfessional): string {
  return window.location.origin + (own.handle === null ? professionalPath(own) : handlePath(own.handle));
}

/** What a professional may want to send from their own phone. */
export function textsFor(name: string, own: OwnProfessional, visit: TextedVisit | undefined): Text[] {
  const [hi, bye] = [`Hi ${name}, `, ` ${own.display_name}`];
  const ahead: Text[] = [];
  if (visit?.isAhead) {
    const when = `${formatLongDate(visit.start, own.time_zone)} at ${formatSlotTime(visit.start, own.time_zone)}`;
    ahead.push(
      { label: 'Reminder', body: `${hi}see you on ${when}, ${visit.where}.${bye}` },
      { label: 'Running late', body: `${hi}I'm running about 15 minutes late. Sorry, and see you soon!${bye}` },
    );
  }
  if (visit?.pay)
    ahead.push({ label: 'Where to pay', body: `${hi}to keep your time please pay your deposit: ${visit.pay}.${bye}` });
  return [
    ...ahead,
    { label: 'Your booking link', body: `${hi}you can book with me online here: ${linkOf(own)}${bye}` },
    { label: 'Thank you', body: `${hi}thanks for coming in. I hope you love your hair!${bye}` },
  ];
}

/** To somebody who has no account yet. */
export function inviteText(name: string, own: OwnProfessional): string {
  return `Hi ${name}, you can now book your next visit with me online: ${linkOf(own)} ${own.display_name}`;
}

/** Opens the phone's own messages with a text ready to send, which is never sent by us; `?&` is read by all phones. */
export function smsLink(number: string, body: string): string {
  return `sms:${dialled(number)}?&body=${encodeURIComponent(body)}`;
}
