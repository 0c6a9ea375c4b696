import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planImport } from './plan-import.ts';
import type { Known } from './queries.ts';

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values, null);
const entry = {
  name: fc.constantFrom('Ada', 'Ada B', 'Ádá', 'Kim'),
  phone_number: oneOf('0412345678', '61412345678', '123456'),
  email: oneOf('a@a.example', 'b@a.example'),
  notes: oneOf('One', 'Two', 'One\n\nTwo'),
};
const row = fc.record({ row: fc.constant(2), ...entry });
const known = fc
  .record({
    ...entry,
    id: fc.uuid(),
    is_guest: fc.boolean(),
    last_visit: oneOf('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'),
  })
  .map((one) => ({ ...one, email: one.is_guest ? one.email : null }));

/** The contacts after a plan. */
function after(people: readonly Known[], { made, filled }: Awaited<ReturnType<typeof planImport>>): Known[] {
  const changed = people.map((one) => {
    const fill = filled.find(({ id }) => id === one.id);
    if (!fill) return one;
    const { put, notes } = fill;
    return { ...one, phone_number: one.phone_number ?? put.phone_number, email: one.email ?? put.email, notes };
  });
  return [...changed, ...made.map((one, i) => ({ ...one, id: `made ${i}`, is_guest: true, last_visit: null }))];
}

test('whatever is in the contacts and in a file, the same file again adds nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(known, { maxLength: 4 }), fc.array(row, { maxLength: 6 }), async (people, rows) => {
      const first = await planImport(people, rows, 10);
      expect(first.rows.new + first.rows.known).toBe(rows.length);
      const again = await planImport(after(people, first), rows, 10);
      expect(again).toMatchObject({ rows: { new: 0, known: rows.length }, made: [], filled: [] });
    }),
    { numRuns: 2_000 },
  );
});
