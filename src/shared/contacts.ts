import { z } from 'zod';
import { phoneNumber } from './clients.ts';
import { lengths } from './constants.ts';
import { changed, email, id, idOut, instantOut, longPage, money, personName, text, trimmed } from './wire.ts';

/** Somebody in a professional's contacts: a client with any booking, or a guest whom they wrote in or added. */
export const contact = z.object({
  id: idOut,
  /** Null for a guest, and once the client's account is deleted. */
  client_id: idOut.nullable(),
  name: z.string(),
  phone_number: z.string().nullable(),
  /** A guest's; clients' addresses are shown to nobody. */
  email: z.string().nullable(),
  /** Completed bookings that were not missed. */
  visits: z.int(),
  no_shows: z.int(),
  cancelled: z.int(),
  total_spent: money,
  last_visit: instantOut.nullable(),
  next_visit: instantOut.nullable(),
  /** The professional's own, which nobody else sees. */
  notes: z.string().nullable(),
  /** They cannot book themselves, and are not told. */
  blocked: z.boolean(),
});
export type Contact = z.infer<typeof contact>;

export const contactsQuery = longPage.extend({
  search: trimmed(lengths.search.max).optional(),
  sort: z.enum(['latest', 'name', 'spent', 'visits']).default('latest'),
});
export type ContactsQuery = z.infer<typeof contactsQuery>;

const guestName = personName('Name is required', 'Name should not contain numbers');

export const contactInput = z.object({
  notes: changed(text(lengths.contactNotes.max)),
  blocked: z.boolean().optional(),
  name: guestName.optional(),
  phone_number: changed(phoneNumber),
  email: changed(email),
});
export type ContactInput = z.infer<typeof contactInput>;

/** Who is written in: somebody new. */
export const guestInput = z.object({
  name: guestName,
  phone_number: changed(phoneNumber).transform((value) => value ?? null),
  email: changed(email).transform((value) => value ?? null),
});
export type GuestInput = z.infer<typeof guestInput>;

/** Who is added without a booking. */
export const newContact = guestInput.extend({
  notes: changed(text(lengths.contactNotes.max)).transform((value) => value ?? null),
});
export type NewContact = z.infer<typeof newContact>;

/** The contact that a guest turned out to be. */
export const merger = z.object({ into: id });
