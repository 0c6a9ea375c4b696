import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { password } from '#server/testing/make.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { dayKey, fromLocalInput } from '#shared/time.ts';
import { type Harness, untilListed } from './harness.ts';

export const zone = 'Australia/Melbourne';
/** A phone in the professional's zone. */
export const phone = { viewport: { width: 390, height: 844 }, timezoneId: zone };

export const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm Booking' });
/** Waits for the page of the new request. */
export const requested = (page: Page) => page.getByRole('heading', { name: 'Request sent' }).waitFor();

/** The instant of a wall time in a zone, `days` from today. */
function wallTime(zone: string, days: number, time: string) {
  return fromLocalInput(`${dayKey(Date.now() + days * DAY, zone)}T${time}`, zone) ?? Number.NaN;
}

export const melbourne = (days: number, time: string) => wallTime(zone, days, time);

/** A professional with two services, and windows of 9:30 AM to 5:30 PM by their clock from the day after tomorrow. */
export async function stage({ make, db }: Harness, given: { display_name?: string; time_zone?: string } = {}) {
  const professional = await make.professional({ display_name: 'Amara Okafor', ...given });
  // As what was typed is understood, so that whoever looks near here finds it.
  await db
    .updateTable('professionals')
    .set({
      locality_id: sql<number>`(select id from localities where name = 'Brunswick' and state = 'VIC')`,
      understood_location: 'Brunswick, Melbourne',
    })
    .where('id', '=', professional.professionalId)
    .execute();
  const cut = await make.service(professional.professionalId, {
    name: 'Dry curl cut',
    description: 'Cut to your pattern',
  });
  const retwist = await make.service(professional.professionalId, {
    name: 'Loc retwist',
    price: 110,
    service_duration_minutes: 90,
    category: 'Loc Services',
  });
  const windows: { id: string; start: number }[] = [];
  for (const days of [2, 3, 4]) {
    const start = wallTime(given.time_zone ?? zone, days, '09:30');
    windows.push({ id: await make.window(professional.professionalId, start, start + 8 * HOUR), start });
  }
  const client = await make.client();
  const bookings = () =>
    db
      .selectFrom('bookings')
      .selectAll()
      .where('professional_id', '=', professional.professionalId)
      .orderBy('created_at')
      .execute();
  return { professional, cut, retwist, windows, client, bookings, first: windows[0] ?? { id: '', start: Number.NaN } };
}
/** Gives the service a name that no other test, nor this one's second try, finds. */
export async function findable(t: Harness, { cut }: Stage): Promise<string> {
  const name = `Diffused curl cut ${cut.slice(-8)}`;
  await t.make.change('services', cut, { name });
  await untilListed(t, `/services/?search=${encodeURIComponent(name)}&near=-37.81,144.96`, 1);
  return name;
}

export type Stage = Awaited<ReturnType<typeof stage>>;

/** The path of the confirm page for the first service, at `minutes` after the start of the first window. */
export function confirmPath({ cut, first }: Stage, minutes = 0) {
  const slot = new Date(first.start + minutes * MINUTE).toISOString();
  return `/confirm-booking/${cut}?service_ids=${cut}&slot_start=${slot}&availability_id=${first.id}`;
}

export function pickPath({ cut, professional }: Stage) {
  return `/pick-booking-time/${cut}/${professional.professionalId}`;
}

/** A new stage, and its client's page at the confirm page of the first service and slot. */
export async function confirming(t: Harness) {
  const s = await stage(t);
  const page = await t.open(confirmPath(s), s.client, phone);
  return { s, page };
}

/** There is exactly one booking, and the page shows it. */
export async function expectOnly(s: Stage, page: Page) {
  const [booking, ...more] = await s.bookings();
  expect(more).toEqual([]);
  expect(page.url()).toContain(booking?.id);
}

export async function logIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}
