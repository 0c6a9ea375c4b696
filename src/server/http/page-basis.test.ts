import { expect, test } from 'vitest';
import { ofLandingPage } from '#server/features/public-pages/change-queries.ts';
import { basisOf, endOf } from './page-basis.ts';

const [amara, zoe] = ['01a1fe9e-9618-73ca-8252-8596c9b27ab2', '01a1fe9e-9618-73ca-8252-8596c9b27ab3'];
const call = (name: string, input: unknown, answer: unknown) => ({ name, input, text: JSON.stringify(answer) });
const perth = 'Australia/Perth';
const now = Date.parse('2026-11-26T04:00:00Z');

test('a list shows whoever may come into it, and starts, zones and times of those who are in it', () => {
  const results = [
    { id: amara, time_zone: perth, next_free: '2026-11-26T05:00:00Z' },
    { id: zoe, time_zone: 'Australia/Sydney', next_free: null },
  ];
  const basis = basisOf([
    call('professionals.list', { skip: 0 }, { results }),
    call('images.list', {}, []),
    call('professionals.findPages', undefined, { pages: [] }),
  ]);
  expect(basis).toEqual({
    subjects: [amara, zoe, ofLandingPage],
    everybody: true,
    allTimes: false,
    isSearched: true,
    hasFooter: true,
    starts: new Map([[amara, Date.parse('2026-11-26T05:00:00Z')]]),
    zones: new Set([perth, 'Australia/Sydney']),
  });
  for (const input of [{ sort: 'soonest' }, { free_from: '2026-11-26T05:00:00Z' }])
    expect(basisOf([call('services.list', input, { results: [] })])?.allTimes).toBe(true);
});

test('pages of one person or thing show that professional alone, with the soonest of all starts', () => {
  const free = ['2026-11-26T09:00:00Z', '2026-11-26T08:00:00Z'];
  const basis = basisOf([
    call('services.byId', { id: zoe }, { professional: { id: amara } }),
    call('pictures.ofService', { id: zoe }, []),
    call('services.ofProfessional', { id: amara }, []),
    call(
      'availability.ofProfessional',
      { id: amara },
      free.map((start_time) => ({ available_slots: [{ start_time }] })),
    ),
  ]);
  expect(basis).toMatchObject({ subjects: [amara], everybody: false, allTimes: false, hasFooter: false });
  expect([...(basis?.starts ?? [])]).toEqual([[amara, Date.parse('2026-11-26T08:00:00Z')]]);
});

test('a page with a call of unknown basis, or one that was refused, is asked for again each time', () => {
  expect(basisOf([call('clients.byId', {}, {})])).toBeUndefined();
  expect(basisOf([{ name: 'professionals.byId', input: { id: amara }, text: null }])).toBeUndefined();
});

test.each([
  ['after a minute', [], [], '2026-11-26T04:01:00Z'],
  ['when a start can no longer be booked', [[amara, '2026-11-26T05:00:30Z']], [], '2026-11-26T04:00:30Z'],
  ['when a start without notice is there', [[zoe, '2026-11-26T04:00:40Z']], [], '2026-11-26T04:00:40Z'],
  ['after a minute, with a later start', [[zoe, '2026-11-26T04:01:40Z']], [perth], '2026-11-26T04:01:00Z'],
] as const)('a page ends %s', (_, starts, zones, end) => {
  const basis = basisOf([]);
  if (!basis) throw new Error('no calls are known calls');
  for (const [id, start] of starts) basis.starts.set(id, Date.parse(start));
  for (const zone of zones) basis.zones.add(zone);
  expect(endOf(basis, now, new Map([[amara, 60]]))).toBe(Date.parse(end));
});

test('a page ends at midnight in the first of its zones, also where clocks change on that day', () => {
  const basis = basisOf([]);
  if (!basis) throw new Error('no calls are known calls');
  for (const zone of [perth, 'Australia/Lord_Howe']) basis.zones.add(zone);
  const at = (text: string) => Date.parse(text);
  expect(endOf(basis, at('2026-11-26T15:59:20Z'), new Map())).toBe(at('2026-11-26T16:00:00Z'));
  expect(endOf(basis, at('2026-11-26T12:59:20Z'), new Map())).toBe(at('2026-11-26T13:00:00Z'));
  // Clocks go back half an hour on 4 April 2027.
  expect(endOf(basis, at('2027-04-04T13:29:50Z'), new Map())).toBe(at('2027-04-04T13:30:00Z'));
});
