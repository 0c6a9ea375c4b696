import type { Caller } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { insertAccount } from '#server/features/accounts/create-account.ts';
import { type NewSchedule, replaceSchedules } from '#server/features/hours/rule-queries.ts';
import { insertService } from '#server/features/services/queries.ts';
import { DAY, defaultTimeZone, type Role } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { dayOf } from '#shared/rules/hour-windows.ts';
import { dateText, minutesOfClock } from '#shared/rules/hours.ts';
import { noParts, partsAfter } from '#shared/rules/service-parts.ts';
import { slugOf } from '#shared/rules/slug.ts';
import { serviceInput } from '#shared/services.ts';
import { dayKey, iso } from '#shared/time.ts';
import { clients, type DemoClient } from './clients.ts';
import { menus } from './menus.ts';
import { demoPlaces } from './places.ts';
import { type DemoProfessional, professionals } from './professionals.ts';

/** The demo's people as callers, by key, and the ids of its services, by name, and of their options by both names. */
export type Cast = { callers: Map<string, Caller>; services: Map<string, string>; options: Map<string, string> };

export function emailOf(key: string): string {
  return `${key}@demo.example`;
}

/**
 * Writes all people with their profiles, services and weekly hours; `moveClock` sets the transaction's clock.
 */
export async function insertPeople(
  trx: Db,
  passwordHash: string,
  now: number,
  moveClock: (instant: number) => Promise<void>,
): Promise<Cast> {
  const cast: Cast = { callers: new Map(), services: new Map(), options: new Map() };
  await moveClock(now - 400 * DAY);
  await insertPerson(trx, cast, { key: 'admin', role: 'admin', name: 'Saluni Admin', passwordHash });
  for (const [index, one] of professionals.entries()) {
    // They joined one after another.
    await moveClock(now - (390 - 9 * index) * DAY);
    const { professional_id } = await insertPerson(trx, cast, {
      key: one.key,
      role: 'professional',
      name: one.name,
      passwordHash,
    });
    await insertOffer(trx, cast, one, professional_id ?? '', now);
  }
  for (const [index, one] of clients.entries()) {
    await moveClock(now - (140 - 11 * index) * DAY);
    const { client_id } = await insertPerson(trx, cast, {
      key: one.key,
      role: 'client',
      name: `${one.first} ${one.last}`,
      passwordHash,
    });
    await updateClient(trx, client_id ?? '', one);
  }
  return cast;
}

async function insertPerson(
  trx: Db,
  { callers }: Cast,
  { key, role, name, passwordHash }: { key: string; role: Role; name: string; passwordHash: string },
): Promise<Caller> {
  const email = emailOf(key);
  const account = await insertAccount(trx, { role, email, name, passwordHash });
  const caller = {
    id: account.userId,
    role,
    email,
    username: name,
    has_password: true,
    professional_id: account.professionalId ?? null,
    client_id: account.clientId ?? null,
    session_id: '',
  };
  callers.set(key, caller);
  return caller;
}

async function insertOffer(trx: Db, cast: Cast, one: DemoProfessional, id: string, now: number): Promise<void> {
  await trx
    .updateTable('professionals')
    .set({
      professional_type: one.type,
      location: one.location,
      place: demoPlaces[one.key] ? JSON.stringify(demoPlaces[one.key]) : null,
      contact_phone: demoPlaces[one.key] ? '0400000000' : null,
      bio: one.bio,
      experience_years: one.years,
      is_active: !one.away,
      time_zone: one.zone,
      slot_interval_minutes: one.settings?.interval ?? 30,
      min_notice_minutes: one.settings?.notice ?? 0,
      buffer_minutes: one.settings?.buffer ?? 0,
    })
    .where('id', '=', id)
    .execute();
  await trx
    .insertInto('handles')
    .values({ handle: slugOf(one.name), professional_id: id })
    .execute();
  await trx
    .insertInto('professional_specializations')
    .values(one.specializations.map((specialization_id) => ({ professional_id: id, specialization_id })))
    .execute();
  for (const { name, description, preparation, category, minutes, price, paused, processing, parts } of menus[
    one.key
  ] ?? []) {
    const input = serviceInput.parse({
      name,
      description,
      preparation,
      category,
      service_duration_minutes: minutes,
      price,
      is_active: !paused,
      processing_start_minutes: processing?.start,
      processing_minutes: processing?.minutes,
      ...parts,
    });
    const made = partsAfter(input, noParts, newId);
    if ('path' in made) throw new Error(`${name}: ${made.message}`);
    cast.services.set(name, await insertService(trx, id, input, made));
    const choices = made.variants?.axes.flatMap((axis) => axis.choices) ?? [];
    for (const option of [...choices, ...made.extras]) cast.options.set(`${name} ${option.name}`, option.id);
  }
  await replaceSchedules(trx, id, [
    // Earlier than the first appointment, and the same in all zones.
    { starts_on: dateText(dayOf(now - 400 * DAY, defaultTimeZone)), every_weeks: 1, hours: weekOf(one) },
  ]);
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function weekOf({ hours }: DemoProfessional): NewSchedule['hours'] {
  return hours.flatMap(([days, ...open]) =>
    days.split(' ').flatMap((day) =>
      open.map((times) => ({
        weekday: weekdays.indexOf(day) + 1,
        start: minutesOfClock(times.slice(0, 5)),
        end: minutesOfClock(times.slice(6)),
      })),
    ),
  );
}

/** Time off of the demo, in days from its own; written last, because appointments were asked for before it. */
const timeOff = [
  { key: 'amara', from: 31, to: 45, reason: 'Lagos, for my cousin’s wedding' },
  { key: 'dele', from: 40, to: 41, reason: 'A day with the clippers’ maker' },
  { key: 'marisol', from: 33, to: 35, reason: 'Colour course' },
];

export async function insertTimeOff(trx: Db, { callers }: Cast, now: number): Promise<void> {
  for (const { key, from, to, reason } of timeOff) {
    const zone = professionals.find((one) => one.key === key)?.zone ?? defaultTimeZone;
    const at = (days: number) => iso(startOfDay(addDays(dayKey(now, zone), days), zone));
    const professional_id = callers.get(key)?.professional_id ?? '';
    await trx
      .insertInto('time_off')
      .values({ professional_id, start_time: at(from), end_time: at(to), reason })
      .execute();
  }
}

async function updateClient(trx: Db, id: string, { first, last, phone, notes }: DemoClient): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ first_name: first, last_name: last, phone_number: phone, notes: notes ?? null })
    .where('id', '=', id)
    .execute();
}
