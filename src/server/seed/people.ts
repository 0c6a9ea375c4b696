import type { Caller } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { insertAccount } from '#server/features/auth/create-account.ts';
import { insertService } from '#server/features/services/queries.ts';
import { DAY, type Role } from '#shared/constants.ts';
import type { Span } from '#shared/rules/slots.ts';
import { serviceInput } from '#shared/services.ts';
import { clients, type DemoClient } from './clients.ts';
import { menus } from './menus.ts';
import { type DemoProfessional, professionals } from './professionals.ts';

/** The demo's people as callers, by key, and the ids of its services, by name. */
export type Cast = { callers: Map<string, Caller>; services: Map<string, string> };

export function emailOf(key: string): string {
  return `${key}@demo.example`;
}

/**
 * Writes all people with their profiles, services and windows. `windows` is by the professional's key; `moveClock` sets
 * the transaction's clock.
 */
export async function insertPeople(
  trx: Db,
  passwordHash: string,
  windows: Record<string, Span[]>,
  now: number,
  moveClock: (instant: number) => Promise<void>,
): Promise<Cast> {
  const cast: Cast = { callers: new Map(), services: new Map() };
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
    await insertOffer(trx, cast, one, professional_id ?? '', windows[one.key] ?? []);
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

async function insertOffer(
  trx: Db,
  { services }: Cast,
  one: DemoProfessional,
  id: string,
  windows: Span[],
): Promise<void> {
  await trx
    .updateTable('professionals')
    .set({
      professional_type: one.type,
      location: one.location,
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
    .insertInto('professional_specializations')
    .values(one.specializations.map((specialization_id) => ({ professional_id: id, specialization_id })))
    .execute();
  for (const { name, description, category, minutes, price, paused } of menus[one.key] ?? []) {
    const input = serviceInput.parse({
      name,
      description,
      category,
      service_duration_minutes: minutes,
      price,
      is_active: !paused,
    });
    services.set(name, await insertService(trx, id, input));
  }
  await trx
    .insertInto('availability')
    .values(windows.map(({ start, end }) => ({ professional_id: id, start_time: isoOf(start), end_time: isoOf(end) })))
    .execute();
}

async function updateClient(trx: Db, id: string, { first, last, phone, notes }: DemoClient): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ first_name: first, last_name: last, phone_number: phone, notes: notes ?? null })
    .where('id', '=', id)
    .execute();
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}
