import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { Gazetteer } from './gazetteer.ts';
import { isPlace, liesIn, placeOf, understandPlace, whereaboutsOf } from './places.ts';

const t = useTestApp();
let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await t.deps.gazetteer();
});

describe('what a professional means', () => {
  function understood(text: string, timeZone = 'Australia/Melbourne'): string | undefined {
    const found = understandPlace(gazetteer, text, timeZone);
    return found && `${found.name} ${found.state} ${found.postcode}`;
  }

  test.each([
    ['Footscray VIC', 'Footscray VIC 3011'],
    ['footscray, victoria, australia', 'Footscray VIC 3011'],
    ['3011', 'Footscray VIC 3011'],
    ['west footscray', 'West Footscray VIC 3012'],
    ['Footscray West', 'West Footscray VIC 3012'],
    ['Footscary VIC', 'Footscray VIC 3011'],
    ['Brunswick, Melbourne', 'Brunswick VIC 3056'],
    ['Shop 3, 12 Barkly St, Footscray VIC 3011', 'Footscray VIC 3011'],
    ['12 Fitzroy St, Saint Kilda', 'St Kilda VIC 3182'],
    ['Melbourne', 'Melbourne VIC 3000'],
    ['Melbourne CBD', 'Melbourne VIC 3000'],
    ['I come to you, all over Melbourne', 'Melbourne VIC 3000'],
    ['Blacktown, Sydney', 'Blacktown NSW 2148'],
    ['Perth', 'Perth WA 6000'],
    ['Perth TAS', 'Perth TAS 7300'],
    ['Perth, Western Australia', 'Perth WA 6000'],
    ['Victoria Park', 'Victoria Park WA 6100'],
    ['Port Victoria', 'Port Victoria SA 5573'],
    ['Gold Coast', 'Surfers Paradise QLD 4217'],
    ['Parramatta N.S.W.', 'Parramatta NSW 2150'],
  ])('%s', (text, expected) => expect(understood(text)).toBe(expected));

  test.each(['VIC', 'Victoria', 'Everywhere', 'New York', 'London', 'Online', '', '%', '🦱', 'Footscray NSW'])(
    '%s is no locality',
    (text) => expect(understood(text)).toBeUndefined(),
  );

  test('of places of one name that of the time zone is meant', () => {
    expect(understood('Richmond', 'Australia/Melbourne')).toBe('Richmond VIC 3121');
    expect(understood('Richmond', 'Australia/Sydney')).toBe('Richmond NSW 2753');
    expect(understood('Richmond NSW', 'Australia/Melbourne')).toBe('Richmond NSW 2753');
    for (const alias of ['australia/melbourne', 'Australia/Victoria'])
      expect(understood('Richmond', alias)).toBe('Richmond VIC 3121');
    expect(understood('Richmond', 'Nowhere/Land')).toBe('Richmond NSW 2753');
  });
});

describe('what a visitor means', () => {
  function finds(text: string, professionals: readonly string[]): string[] {
    const whereabouts = whereaboutsOf(gazetteer, text);
    return professionals.filter((location) => {
      const place = placeOf(gazetteer, location, understandPlace(gazetteer, location, 'Australia/Melbourne'));
      return whereabouts !== undefined && liesIn(place, whereabouts);
    });
  }
  const all = [
    'Footscray VIC',
    'West Footscray',
    'Seddon',
    'Melbourne',
    'Victoria Park WA',
    'Perth TAS',
    'East Perth',
    'Bendigo VIC',
    'Mornington Peninsula, Melbourne',
    'Regional Victoria',
    'Élan',
  ];

  test.each([
    ['3011', ['Footscray VIC', 'Seddon']],
    ['Footscray VIC', ['Footscray VIC', 'West Footscray']],
    ['footscray 3011', ['Footscray VIC']],
    ['west footscray', ['West Footscray']],
    ['Footscray, Melbourne', ['Footscray VIC', 'West Footscray']],
    ['Footscray NSW', []],
    ['Melbourne', ['Footscray VIC', 'West Footscray', 'Seddon', 'Melbourne', 'Mornington Peninsula, Melbourne']],
    ['Melbourne VIC', ['Footscray VIC', 'West Footscray', 'Seddon', 'Melbourne', 'Mornington Peninsula, Melbourne']],
    ['melbourne cbd', ['Footscray VIC', 'West Footscray', 'Seddon', 'Melbourne', 'Mornington Peninsula, Melbourne']],
    ['North Melbourne', []],
    ['Perth', ['Victoria Park WA', 'East Perth']],
    ['Perth TAS', ['Perth TAS']],
    ['WA', ['Victoria Park WA', 'East Perth']],
    ['Western Australia', ['Victoria Park WA', 'East Perth']],
    ['tassie', ['Perth TAS']],
    ['Victoria Park', ['Victoria Park WA']],
    ['elan', ['Élan']],
    ['bend', ['Bendigo VIC']],
    ['bendgio', ['Bendigo VIC']],
    ['9999', []],
    ['%', []],
    ['Australia', all],
  ])('%s', (text, expected) => expect(finds(text, all)).toEqual(expected));

  test('a state is the state, not a place that is called like it', () => {
    const inVictoria = all.filter(
      (location) => !['Victoria Park WA', 'Perth TAS', 'East Perth', 'Élan'].includes(location),
    );
    for (const text of ['vic', 'VIC', 'Victoria', 'victoria, Australia']) expect(finds(text, all)).toEqual(inVictoria);
  });
});

test.each([
  ['Carlton', true],
  ['footscray, Melbourne', true],
  ['vic', true],
  ['Melbourne', true],
  ['3011', true],
  ['fitzr', true],
  ['Footscary', true],
  ['Gold Coast', true],
  ['7999', false],
  ['Qqqqq', false],
  ['%', false],
  ['my lounge room', false],
])('%s is a place that exists: %s', (text, expected) => expect(isPlace(gazetteer, text)).toBe(expected));
