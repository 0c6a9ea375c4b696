import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { fold } from '#shared/rules/fold.ts';
import { folded } from './sql.ts';

const t = useTestApp();

test.each([
  ['Đặng Thị Hoa', 'dang thi hoa'],
  ["O'Brien", 'obrien'],
  ['O\u2019Brien', 'obrien'],
  ['Fa\u02bbafetai', 'faafetai'],
  ['Mary\u2011Jane', 'mary-jane'],
  ['De\u00a0La Cruz', 'de la cruz'],
  ['Søren Æbelø', 'soren aebelo'],
  ['İpek Işık', 'ipek isik'],
  ['Γιώργος', 'γιωργοσ'],
  ['𝐀mara', 'amara'],
  ['می\u200cنا', 'مینا'],
])('%j is compared as %s', (text, plain) => {
  expect(fold(text)).toBe(plain);
});

test('marks are looked for at the first use, not by everything that imports SQL', async () => {
  vi.resetModules();
  const looked = vi.spyOn(String, 'fromCodePoint');
  const fresh = await import('./sql.ts');
  await import('#server/features/contacts/queries.ts');
  const atImport = looked.mock.calls.length;
  fresh.folded(sql`text`);
  fresh.folded(sql`text`);
  const uses = looked.mock.calls.length;
  looked.mockRestore();
  expect(atImport).toBe(0);
  expect(uses).toBeLessThan(0x21000);
});

test('SQL folds every character that PostgreSQL knows as `fold` does', async () => {
  const characters = Array.from({ length: 0x110000 }, (_, at) => at)
    .filter((at) => at > 0 && (at < 0x20000 || at > 0xdffff) && (at < 0xd800 || at > 0xdfff))
    .map((at) => `a${String.fromCodePoint(at)}A`)
    .filter((text) => /[\p{L}\p{M}\p{P}\p{Z}\p{Cf}\p{S}]/u.test(text.slice(1, -1)));
  const { rows } = await sql<{ text: string; folded: string }>`
    select text, ${folded(sql`text`)} as folded from unnest(${characters}::text[]) as text
    where unicode_assigned(text)`.execute(t.deps.db);
  expect(rows.filter(({ text, folded }) => folded !== fold(text)).map(({ text }) => text)).toEqual([]);
});
