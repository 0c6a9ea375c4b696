import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NumberedRow, planImport } from './plan-import.ts';
import type { Known } from './queries.ts';

type Entry = Pick<Known, 'name' | 'phone_number' | 'email' | 'notes'>;
const rowOf = ({ name, notes, ...more }: Partial<Entry>): NumberedRow => ({
  ...{
    row: 2,
    phone_number: null,
    email: null,
    blocked: false,
    partial: [],
    ...more,
    name: name ?? 'Ada',
    typed: name ?? 'Ada',
  },
  notes: notes ? [notes] : [],
});
const guest = (more: Partial<Known>): Known => ({
  ...{
    id: more.name ?? '',
    is_guest: true,
    name: 'Ada',
    phone_number: null,
    email: null,
    notes: null,
    blocked: false,
    last_visit: null,
  },
  ...more,
});

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values, null);
const entry = {
  name: fc.constantFrom('Ada', 'Ada B', 'Ádá', 'Kim'),
  phone_number: oneOf('0412345678', '61412345678', '123456'),
  email: oneOf('a@a.example', 'b@a.example'),
  notes: oneOf('One', 'Two', 'One\n\nTwo'),
};
const row = fc.record({ blocked: fc.boolean(), ...entry }).map(({ blocked, ...one }) => ({ ...rowOf(one), blocked }));
const known = fc
  .record({
    ...entry,
    id: fc.uuid(),
    is_guest: fc.boolean(),
    blocked: fc.boolean(),
    last_visit: oneOf('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'),
  })
  .map((one) => ({ ...one, email: one.is_guest ? one.email : null }));

/** The contacts after a plan. */
function after(people: readonly Known[], { made, filled }: ReturnType<typeof planImport>): Known[] {
  const changed = people.map((one) => {
    const fill = filled.find(({ id }) => id === one.id);
    if (!fill) return one;
    const { put, notes } = fill;
    return {
      ...one,
      phone_number: one.phone_number ?? put.phone_number,
      email: one.email ?? put.email,
      blocked: one.blocked || put.blocked,
      notes,
    };
  });
  return [...changed, ...made.map((one, i) => ({ ...one, id: `made ${i}`, is_guest: true, last_visit: null }))];
}

test('whatever is in the contacts and in a file, the same file again adds nothing', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(known, { maxLength: 4, selector: ({ id }) => id }),
      fc.array(row, { maxLength: 6 }),
      (people, rows) => {
        const first = planImport(people, rows, 10);
        expect(first.rows.new + first.rows.known).toBe(rows.length);
        const again = planImport(after(people, first), rows, 10);
        expect(again).toMatchObject({ rows: { new: 0, known: rows.length }, made: [], filled: [] });
      },
    ),
    { numRuns: 2_000 },
  );
});

test("somebody else's address becomes a note of who is another person", () => {
  const [email, phone_number] = ['home@a.example', '0412345678'];
  const rows = [
    rowOf({ name: 'Ada Okri', email, notes: 'Tea' }),
    rowOf({ name: 'Ben Okri', email, phone_number, notes: 'Allergic to dye' }),
    rowOf({ name: 'ADA', email, notes: 'Left-handed' }),
  ];
  const { made, rows: counts } = planImport([], rows, 10);
  expect(made).toMatchObject([
    { name: 'Ada Okri', phone_number: null, email, notes: 'Tea\n\nLeft-handed' },
    { name: 'Ben Okri', phone_number, email: null, notes: `Allergic to dye\n\n${email}` },
  ]);
  expect(counts).toMatchObject({ new: 2, known: 1, faulty: [] });
  expect(counts.preview[1]).toMatchObject({ state: 'new', email: null, notes: `Allergic to dye\n\n${email}` });
  // Of those who were there before, too; a client's own address is not noted.
  const before = [guest({ name: 'Ada', email }), guest({ name: 'Ben', phone_number, is_guest: false })];
  expect(planImport(before, rows.slice(1, 2), 10)).toMatchObject({
    made: [],
    filled: [{ id: 'Ben', notes: 'Allergic to dye' }],
  });
  const noted = [guest({ name: 'Ada', email }), guest({ name: 'Ben', notes: 'x'.repeat(4_990) })];
  expect(planImport(noted, [rowOf({ name: 'Ben', email })], 10).rows).toMatchObject({ faulty: [{ row: 2 }] });
});

test('a number is known with the first word of the name, and of two with it the newest visit counts', () => {
  const people = [
    guest({ name: 'Ada B', phone_number: '0412345678', last_visit: '2026-01-01T00:00:00.000Z' }),
    guest({ name: 'Ádá C', phone_number: '61412345678', last_visit: '2026-02-01T00:00:00.000Z' }),
    guest({ name: 'Kim', phone_number: '123456' }),
  ];
  const planned = (row: Partial<Entry>) => planImport(people, [rowOf(row)], 10).filled.map(({ id }) => id);
  expect(planned({ name: 'ADA', phone_number: '412345678', notes: 'Tea' })).toEqual(['Ádá C']);
  expect(planned({ name: 'Kim', phone_number: '123456', notes: 'Tea' })).toEqual(['Kim']);
  for (const other of [
    { name: 'Ben', phone_number: '0412345678' },
    { name: 'Kim', phone_number: '1123456' },
  ])
    expect(planImport(people, [rowOf(other)], 10).rows).toMatchObject({ new: 1, known: 0 });
});

test('a contact as a file of ours has it is known, however long the name and blank the edges of notes', () => {
  const long = `${'Ann '.repeat(25)}Lee ${'Lee '.repeat(20)}`.trim();
  const people = [
    guest({ name: long, is_guest: false, notes: ' One \n\n Two\n' }),
    guest({ name: 'Ada', phone_number: '12345678901234567890' }),
  ];
  const rows = [{ ...rowOf({ name: long.slice(0, 99), notes: 'One \n\n Two' }), typed: long }];
  rows[0]?.notes.push(long);
  expect(planImport(people, rows, 10)).toMatchObject({ rows: { new: 0, known: 1 }, made: [], filled: [] });
});

test.each([
  ['one person', (i: number) => ({ name: `Person ${i}` })],
  ['as many people', (i: number) => ({ name: `P${i} Kim` })],
  ['as many of one first name', (i: number) => ({ name: 'Kim', email: `${i}@a.example` })],
])('5,000 rows of one placeholder number are planned at once, of %s', (_name, of) => {
  const rows = Array.from({ length: 5_000 }, (_, i) => rowOf({ phone_number: '0400000000', ...of(i) }));
  const known = planImport([], rows, 0).made.map((one, i) => guest({ ...one, id: String(i) }));
  const begin = process.threadCpuUsage();
  planImport(known, rows, 0);
  const { user, system } = process.threadCpuUsage(begin);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
