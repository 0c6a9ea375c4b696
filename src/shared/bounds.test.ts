import { expect, test } from 'vitest';
import type { z } from 'zod';
import { loginInput } from './auth.ts';
import { bookingInput, bookingPatch, idempotencyKey } from './bookings.ts';
import { clientInput } from './clients.ts';
import { lengths, limits, pageSizes } from './constants.ts';
import { contactInput, guestInput } from './contacts.ts';
import { payToInput } from './deposits.ts';
import { address, placeInput } from './places.ts';
import { professionalInput } from './professionals.ts';
import { rescheduleInput } from './reschedules.ts';
import { commonFilters } from './search.ts';
import { serviceInput, servicesQuery } from './services.ts';
import { signupInput } from './waitlist.ts';
import { email, longPage, page, password } from './wire.ts';

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const { shape: professional } = professionalInput;
const { shape: service } = serviceInput;
const { shape: client } = clientInput;

/** A text of so many characters, and one that is none at the bound. */
const letters = (length: number) => 'a'.repeat(length);
const picture = (length: number) => `https://pictures.example/${letters(length - 'https://pictures.example/'.length)}`;
const mailbox = (length: number) =>
  `a@${`${letters(60)}.`.repeat(4)}${letters(length)}`.slice(0, length - 3).concat('.au');

test.each<[string, z.ZodType, { min?: number; max: number }, ((length: number) => unknown)?]>([
  ['first name', client.first_name, lengths.name],
  ['last name', client.last_name, lengths.name],
  ['display name', professional.display_name, lengths.name],
  ['service name', service.name, lengths.serviceName],
  ['payee', payToInput.shape.name, lengths.payToName],
  ['waitlist name', signupInput.shape.name, lengths.waitlistName],
  ['location', professional.location, lengths.location],
  ['address', address, lengths.address],
  ['note on an address', placeInput.shape.access_note, lengths.accessNote],
  ['phone for clients', professional.contact_phone, lengths.phone, (length) => '1'.repeat(length)],
  ['waitlist location', signupInput.shape.location, { max: lengths.location.max }],
  ['waitlist link', signupInput.shape.link, lengths.url, picture],
  ['location filter', commonFilters.shape.location, { max: lengths.location.max }],
  ['search', commonFilters.shape.search, lengths.search],
  ['bio', professional.bio, lengths.bio],
  ['description', service.description, lengths.description],
  ['client notes', client.notes, lengths.clientNotes],
  ['booking notes', bookingInput.shape.notes, lengths.bookingNotes],
  ['cancel reason', bookingPatch.shape.reason, lengths.cancelReason],
  ['cancellation policy', professional.cancellation_policy, lengths.cancellationPolicy],
  ['message of a request', rescheduleInput.shape.message, lengths.rescheduleMessage],
  ['notes on a contact', contactInput.shape.notes, lengths.contactNotes],
  ['name of a guest', guestInput.shape.name, lengths.name],
  ['phone of a guest', guestInput.shape.phone_number, { max: lengths.phone.max }, (length) => '1'.repeat(length)],
  ['phone', client.phone_number, lengths.phone, (length) => '1'.repeat(length)],
  ['email', email, lengths.email, mailbox],
  ['email of a login', loginInput.shape.username, lengths.email],
  ['picture address', professional.profile_picture, lengths.url, picture],
  ['password', password, lengths.password],
  ['password of a login', loginInput.shape.password, { max: lengths.password.max }],
  ['Idempotency-Key', idempotencyKey, lengths.idempotencyKey],
])('%s: the lengths at both bounds are accepted, one beyond is not', (_name, schema, { min, max }, of = letters) => {
  expect(accepts(schema, of(max))).toBe(true);
  expect(accepts(schema, of(max + 1))).toBe(false);
  if (min === undefined) return;
  expect(accepts(schema, of(min))).toBe(true);
  expect(accepts(schema, of(min - 1))).toBe(false);
});

test.each<[string, z.ZodType, { min: number; max: number }]>([
  ['duration', service.service_duration_minutes, limits.duration],
  ['longest duration', servicesQuery.shape.duration_max, { min: 0, max: limits.duration.max }],
  ['price', service.price, limits.price],
  ['experience', professional.experience_years, limits.experienceYears],
  ['buffer', professional.buffer_minutes, limits.bufferMinutes],
  ['notice', professional.min_notice_minutes, limits.minNoticeMinutes],
  ['skip', page.shape.skip, limits.skip],
  ['limit', page.shape.limit, limits.limit],
  ['skip of a plain list', longPage.shape.skip, limits.skip],
  ['limit of a plain list', longPage.shape.limit, limits.limit],
])('%s: both bounds are accepted, one beyond is not', (_name, schema, { min, max }) => {
  for (const value of [min, max]) expect(accepts(schema, value)).toBe(true);
  for (const value of [min - 1, max + 1]) expect(accepts(schema, value)).toBe(false);
});

test('pages have their default sizes', () => {
  expect(page.parse({})).toEqual({ skip: 0, limit: pageSizes.search });
  expect(longPage.parse({})).toEqual({ skip: 0, limit: pageSizes.other });
});
