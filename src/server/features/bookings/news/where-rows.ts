import type { Detail } from '#server/email/layout.ts';
import { isPlaceKnown, mapUrl, whereOf } from '#shared/rules/place.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import type { BookingDetails } from './message-queries.ts';

/** Mails that say where it is to those who may know. */
const saying: Record<Side, readonly string[]> = {
  client: ['confirmed', 'rescheduled', 'reminder', 'address_changed', 'place_changed', 'made', 'extended', 'moved'],
  professional: ['requested', 'booked', 'rescheduled', 'reminder', 'address_changed'],
};

type Mail = { about: string; to: Side };

export function isSaid({ about, to }: Mail): boolean {
  return saying[to].includes(about);
}

/** Where it is, how to find it and whom to call, as far as this mail may say it (contract 28 and 29). */
export function whereRows(b: BookingDetails, mail: Mail): Detail[] {
  const isClient = mail.to === 'client';
  const address = isSaid(mail) ? (isClient ? whereOf(b, b) : b.visit_address) : null;
  const note = isClient && isSaid(mail) && isPlaceKnown(b) ? b.place?.access_note : null;
  const rows: Detail[] = [
    address === null ? ['Where', b.location] : ['Where', address, { label: 'Open map', url: mapUrl(address) }],
  ];
  if (note) rows.push(['How to find it', note]);
  if (isClient && b.contact_phone && b.status === 'confirmed') rows.push(['Phone', b.contact_phone]);
  return rows;
}
