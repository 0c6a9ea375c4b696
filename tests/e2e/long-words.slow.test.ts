import { expect, test } from 'vitest';
import { payTo } from '#server/testing/make.ts';
import type { Role } from '#shared/constants.ts';
import { pages } from '#shared/pages.ts';
import { everything, pagesOf, type Visitor } from './all-pages.ts';
import { settled, useHarness } from './harness.ts';
import { beyond } from './looks.ts';

const t = useHarness();

/** A word of so many letters, which no line can hold. */
const word = (letters: number) => 'Wolverhamptonshire'.repeat(letters / 18 + 1).slice(0, letters);

/** Everything that people type, as long as it may be and without a space. */
async function withLongWords() {
  const { s, addresses } = await everything(t, word(100));
  const { professionalId } = s.professional;
  const typed = { location: word(200), bio: word(2000), cancellation_policy: word(1000) };
  const booked = { notes: word(10_000), cancellation_policy: word(1000) };
  const client = { first_name: word(100), last_name: word(100), phone_number: '1'.repeat(20), notes: word(2000) };
  const service = { name: word(100), description: word(2000), preparation: word(2000) };
  await t.db.updateTable('professionals').set(typed).where('id', '=', professionalId).execute();
  await t.db.updateTable('services').set(service).where('professional_id', '=', professionalId).execute();
  await t.db.updateTable('bookings').set(booked).where('professional_id', '=', professionalId).execute();
  const { name } = service;
  await t.db.updateTable('booking_services').set({ name }).where('professional_id', '=', professionalId).execute();
  await t.db.updateTable('clients').set(client).where('id', '=', s.client.clientId).execute();
  const pay_to = JSON.stringify({ ...payTo, name: word(140) });
  await t.db.insertInto('pay_to').values({ professional_id: professionalId, pay_to }).execute();
  return { s, addresses };
}

test('no page can be pushed sideways by the longest word that people may type, at any width', async () => {
  const { s, addresses } = await withLongWords();
  const people: Record<Role, { token: string }> = {
    client: s.client,
    professional: s.professional,
    admin: await t.make.admin(),
  };
  const found: string[] = [];
  async function walkAs(visitor: Visitor) {
    const page = await (await (visitor === 'visitor' ? t.visitor() : t.signedIn(people[visitor]))).newPage();
    for (const name of pagesOf(visitor)) {
      const address = addresses[name] ?? pages[name].path.replace(/\/:.*/, '');
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('main [data-loading]').count()).toBe(0);
      await settled(page);
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        for (const one of await beyond(page)) found.push(`${visitor}, ${address}, ${width}: ${one}`);
      }
    }
  }
  await Promise.all((['visitor', 'client', 'professional', 'admin'] as const).map(walkAs));
  expect(found).toEqual([]);
}, 480_000);
