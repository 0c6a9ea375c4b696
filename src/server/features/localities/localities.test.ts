import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { misplaced, remotePlaces } from '#server/testing/misplaced-localities.ts';
import type { Locality } from '#shared/localities.ts';

const t = useTestApp();
beforeAll(() => t.deps.gazetteer());

const told = ({ name, state, postcode }: Locality) => `${name} ${state} ${postcode}`;

describe('GET /localities', () => {
  async function suggested(search: string): Promise<string[]> {
    const { status, body } = await t.rest.call(null, 'localities.list', { search });
    expect(status).toBe(200);
    return (body as Locality[]).map(told);
  }

  test.each([
    ['foot', ['Footscray VIC 3011', 'West Footscray VIC 3012']],
    ['footscray vic', ['Footscray VIC 3011', 'West Footscray VIC 3012']],
    ['Footscray Victoria', ['Footscray VIC 3011', 'West Footscray VIC 3012']],
    ['west footscray', ['West Footscray VIC 3012']],
    ['footscray west', ['West Footscray VIC 3012']],
    ['FOOTSCRAY 3011', ['Footscray VIC 3011']],
    ['3011', ['Footscray VIC 3011', 'Seddon VIC 3011', 'Seddon West VIC 3011']],
    ['footscary', ['Footscray VIC 3011']],
    ['mt wav', ['Mount Waverley VIC 3149']],
    ["o'connor act", ["O'Connor ACT 2602"]],
    ['port victoria', ['Port Victoria SA 5573']],
    ['sydney nsw 2000', ['Sydney NSW 2000', 'Sydney South NSW 2000']],
    ['zzzz', []],
    ['%', []],
    ['New South Wales', []],
  ])('%s', async (search, expected) => expect(await suggested(search)).toEqual(expected));

  test('at most ten, places of delivery before post-office boxes', async () => {
    const found = await suggested('melbourne');
    expect(found).toHaveLength(10);
    expect(found.slice(0, 2)).toEqual(['Melbourne VIC 3000', 'Melbourne VIC 3004']);
    expect(found).toContain('North Melbourne VIC 3051');
    expect(found).not.toContain('Melbourne VIC 8001');
    expect(await suggested('melbourne 8001')).toEqual(['Melbourne VIC 8001']);
    expect((await suggested('Kogarah'))[0]).toBe('Kogarah NSW 2217');
    expect((await suggested('Woollahra'))[0]).toBe('Woollahra NSW 2025');
    const northbridges = ['Northbridge WA 6003', 'Northbridge NSW 2063'];
    expect((await suggested('Northbridge')).slice(0, 2)).toEqual(northbridges);
  });

  test.each([
    ['Shop 3, 12 Barkly St, Footscray VIC', undefined, ['Footscray VIC 3011']],
    ['Newtown', 'Australia/Sydney', ['Newtown NSW 2042']],
    ['My kitchen table', undefined, []],
  ])('with meaning only what a location means: %s', async (search, time_zone, expected) => {
    const { status, body } = await t.rest.call(null, 'localities.list', { search, meaning: true, time_zone });
    expect([status, (body as Locality[]).map(told)]).toEqual([200, expected]);
  });

  test('coordinates are those of the place', async () => {
    const { body } = await t.rest.call(null, 'localities.list', { search: 'darwin 0800' });
    expect((body as Locality[])[0]).toEqual({
      name: 'Darwin',
      state: 'NT',
      postcode: '0800',
      latitude: -12.4634,
      longitude: 130.8456,
    });
  });

  test.each([[{}], [{ search: '' }], [{ search: '   ' }], [{ search: 'x'.repeat(101) }], [{ search: 'a\u0000' }]])(
    '%j is refused',
    async (input) => expect((await t.rest.call(null, 'localities.list', input)).status).toBe(422),
  );

  test.each(['%', '_', "'", '"', '\\', '🦱'.repeat(50), 'שלום', 'a'.repeat(100), '(', '0', 'Ngọc'])(
    '%s is answered',
    async (search) => expect((await t.rest.call(null, 'localities.list', { search })).status).toBe(200),
  );
});

test('no locality lies far from the others of its postcode, but for those that do', async () => {
  const localities = await t.deps.db.selectFrom('localities').selectAll().execute();
  expect(localities).toHaveLength(18_512);
  expect(misplaced(localities).map(({ name, postcode }) => `${postcode} ${name}`)).toEqual([]);
  const known = new Set(localities.map(({ name, postcode }) => `${postcode} ${name}`));
  expect(
    Object.values(remotePlaces)
      .flat()
      .filter((place) => !known.has(place)),
  ).toEqual([]);
});
