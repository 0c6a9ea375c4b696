import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Profile } from '#shared/professionals.ts';
import type { PublicReview } from '#shared/reviews.ts';
import type { Service } from '#shared/services.ts';
import { headOf, type Subject } from './page-head.ts';

/** schema.org's vocabulary, as the types of `schema-dts` declare it. */
const vocabulary = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('schema-dts/package.json')), 'dist/schema.d.ts'),
  'utf8',
);
const interfaces = new Map(
  [...vocabulary.matchAll(/^(?:export )?interface (\w+) extends ([^{]+) \{\n([\s\S]*?)^\}/gm)].map(
    ([, name = '', parents = '', body = '']) => [
      name,
      {
        parents: parents.split(',').map((parent) => parent.trim()),
        properties: [...body.matchAll(/^ {4}"([^"]+)"\??:/gm)].map(([, property = '']) => property),
      },
    ],
  ),
);

function propertiesOf(name: string): Set<string> {
  const { parents = [], properties = [] } = interfaces.get(name) ?? {};
  return new Set([...properties, ...parents.flatMap((parent) => [...propertiesOf(parent)])]);
}

const professional = {
  id: '01a1fe9e-9618-73ca-8252-8596c9b27ab2',
  display_name: 'Amara Okafor',
  professional_type: 'hairdresser',
  location: 'Footscray, Melbourne',
  bio: 'Braids.',
  profile_picture: null,
  specializations: [{ id: 2, name: 'Braider' }],
} as unknown as Profile;
const service = {
  id: '01a1fe9e-9618-73ca-8252-8596c9b27ab3',
  name: 'Knotless braids',
  description: 'To the shoulder.',
  price: 220,
  category: 'Braiding',
  service_duration_minutes: 240,
  professional,
} as unknown as Service;
const review: PublicReview = {
  id: service.id,
  stars: 5,
  text: '</script><b>Neat</b>',
  author: 'Zuri S.',
  created_at: '2026-11-20T10:00:00.000Z',
  edited_at: null,
  reply: null,
  replied_at: null,
  services: [],
  hidden: false,
  texture: null,
  counts: true,
};
const place = { name: 'Footscray', state: 'VIC', postcode: '3011' };

function dataOf(subject: Partial<Subject> & Pick<Subject, 'name'>): Node[] {
  const whole: Subject = {
    params: {},
    query: new URLSearchParams(),
    title: 'x',
    services: [],
    reviews: [],
    locality: place,
    picture: 'v',
    ...subject,
  };
  const head = headOf(whole, { publicUrl: 'https://saluni.example' });
  return [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text = '']) =>
    JSON.parse(text),
  );
}

test('a profile has the street of a public address, and no other', () => {
  const told = (address: string | null) =>
    dataOf({
      name: 'publicProfessional',
      professional: { ...professional, place: { kind: 'salon', facts: [], address } },
    })
      .flatMap(nodesIn)
      .flatMap(({ streetAddress }) => streetAddress ?? []);
  expect([told('12 Barkly St'), told(null)]).toEqual([['12 Barkly St'], []]);
});

type Node = { '@type': string; [property: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && '@type' in value;
const nodesIn = (value: unknown): Node[] =>
  typeof value === 'object' && value !== null
    ? [...(isNode(value) ? [value] : []), ...Object.values(value).flatMap(nodesIn)]
    : [];

const pages: [string, Node[]][] = [
  ['profile', dataOf({ name: 'publicProfessional', professional, services: [service] })],
  [
    'profile with reviews',
    dataOf({
      name: 'publicProfessional',
      professional: { ...professional, rating: { average: 4.5, count: 2 } },
      services: [service],
      reviews: [review],
    }),
  ],
  ['service', dataOf({ name: 'serviceDetails', services: [service] })],
  ['landing', dataOf({ name: 'home' })],
];

test.each(pages)('%s: every property is one that schema.org gives its type', (_, data) => {
  expect(data.length).toBeGreaterThan(0);
  for (const node of data.flatMap(nodesIn)) {
    const known = propertiesOf(`${node['@type']}Leaf`);
    expect([node['@type'], known.size > 10]).toEqual([node['@type'], true]);
    // The input of an action is an annotation, which every property of an action may have.
    const unknown = Object.keys(node).filter(
      (property) => !/^(@\w+|query-input)$/.test(property) && !known.has(property),
    );
    expect([node['@type'], unknown]).toEqual([node['@type'], []]);
  }
});

/** What Google's rich results ask for: local businesses, breadcrumbs, and the prices of offers. */
const asked: Record<string, readonly string[]> = {
  HairSalon: ['name', 'address', 'url'],
  PostalAddress: ['addressLocality', 'addressCountry'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Offer: ['price', 'priceCurrency'],
  Service: ['name', 'url'],
  WebSite: ['name', 'url', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
  AggregateRating: ['ratingValue', 'reviewCount', 'bestRating'],
  Review: ['author', 'reviewRating', 'datePublished'],
};

test.each(pages)(
  '%s: there is what rich results ask for, no telephone, and a rating with reviews alone',
  (name, data) => {
    for (const node of data.flatMap(nodesIn)) {
      const missing = (asked[node['@type']] ?? ['@type']).filter((property) => node[property] === undefined);
      expect([node['@type'], missing]).toEqual([node['@type'], []]);
      expect(Object.keys(node)).not.toContain('telephone');
      const isRated = name === 'profile with reviews' && node['@type'] === 'HairSalon';
      expect(Object.keys(node).includes('aggregateRating')).toBe(isRated);
    }
  },
);

test('an address is the locality that was understood, else the text', () => {
  const [salon] = dataOf({ name: 'publicProfessional', professional, locality: undefined });
  expect(salon?.address).toEqual({
    '@type': 'PostalAddress',
    addressLocality: 'Footscray, Melbourne',
    addressCountry: 'AU',
  });
});
