import fc from 'fast-check';
import { expect, test } from 'vitest';
import { full, repetitions } from '#server/testing/repetitions.ts';
import { professionalsQuery } from '#shared/professionals.ts';
import { hairWorkOf, type Match, matchOf, matchOfService, techniques, textures } from '#shared/rules/hair.ts';
import { servicesQuery } from '#shared/services.ts';
import { Catalogue } from './catalogue.ts';
import { Gazetteer } from './gazetteer.ts';
import type { Listing } from './listing.ts';

const few = techniques.slice(0, 3);
const pair = (of: readonly (typeof techniques)[number][]) =>
  fc.record({ technique: fc.constantFrom(...of), texture: fc.constantFrom(...textures) });
const once = <One>(values: fc.Arbitrary<One>, key: (one: One) => unknown, most: number) =>
  fc.uniqueArray(values, { selector: key, maxLength: most });
const keyOf = ({ technique, texture }: { technique: string; texture: string }) => `${technique} ${texture}`;
/** What a professional says and what is known of it, with the techniques of their services. */
const worker = (of: readonly (typeof techniques)[number][], services: number) =>
  fc.record({
    declared: once(
      fc.record({
        technique: fc.constantFrom(...of),
        textures: once(fc.constantFrom(...textures), String, 3).filter(({ length }) => length > 0),
      }),
      ({ technique }) => technique,
      3,
    ),
    told: once(fc.tuple(pair(of), fc.constantFrom(3, 10, 25, 50, 100)), ([one]) => keyOf(one), 3),
    tagged: once(fc.tuple(pair(of), fc.integer({ min: 1, max: 3 })), ([one]) => keyOf(one), 3),
    services: fc.array(fc.option(fc.constantFrom(...of)), { minLength: services, maxLength: services }),
  });
type Worker = typeof worker extends (...given: never) => fc.Arbitrary<infer T> ? T : never;

function listingOf({ declared, told, tagged, services }: Worker, at: number): Listing {
  const id = String(at).padStart(6, '0');
  return {
    id,
    display_name: `Person ${id}`,
    location: 'Nowhere',
    locality_id: null,
    rating_sum: 0,
    rating_count: 0,
    bio: null,
    place_kind: null,
    facts: [],
    specializations: [],
    techniques: declared,
    told_visits: told.map(([one, at_least]) => ({ ...one, at_least })),
    tagged_pictures: tagged.map(([one, pictures]) => ({ ...one, pictures })),
    version: '1',
    services: services.map((technique, n) => ({
      id: `${id} ${n}`,
      version: '1',
      name: `Service ${id} ${n}`,
      description: null,
      category: 'Braids',
      technique,
      price_cents: 2_000,
      minutes: 60,
      processing_start_minutes: null,
      processing_minutes: null,
    })),
  };
}

function catalogueOf(listings: readonly Listing[]): Catalogue {
  const catalogue = new Catalogue(new Gazetteer([]));
  for (const listing of listings) catalogue.put(listing);
  return catalogue;
}

/** Strong ones first, then in the order of the rows, which is that of names. */
const byBand = (rows: readonly { id: string; match: Match | undefined }[]) =>
  (['strong', 'possible'] as const).flatMap((band) =>
    rows.filter(({ match }) => match?.band === band).map(({ id }) => id),
  );

test('filters of hair find who declares it or has evidence of it, and order by bands, as the rules read row by row', () => {
  const asked = fc.record({
    technique: fc.option(fc.constantFrom(...few), { nil: undefined }),
    texture: fc.option(fc.constantFrom(...textures), { nil: undefined }),
  });
  const cases = fc.tuple(fc.array(worker(few, 2), { maxLength: 12 }), asked);
  fc.assert(
    fc.property(cases, ([workers, { technique, texture }]) => {
      fc.pre(technique !== undefined || texture !== undefined);
      const listings = workers.map(listingOf);
      const catalogue = catalogueOf(listings);
      const query = { technique, texture, sort: 'match', limit: 100 };
      const hair = { technique, textures: texture && [texture] };
      const people = listings.map((one) => ({ id: one.id, match: matchOf(hairWorkOf(one), hair) }));
      const found = catalogue.professionals(professionalsQuery.parse(query));
      expect([found.ids, found.total]).toEqual([byBand(people), found.ids.length]);
      const services = listings.flatMap((one) =>
        one.services.map((service) => ({
          id: service.id,
          match: matchOfService(hairWorkOf(one), 'technique' in service ? service.technique : null, hair),
        })),
      );
      expect(catalogue.services(servicesQuery.parse(query)).ids).toEqual(byBand(services));
    }),
    { numRuns: repetitions(2_000) },
  );
});

test.runIf(full)('both filters over 100,000 services take milliseconds', () => {
  const workers = fc.sample(worker(techniques, 10), { numRuns: 10_000, seed: 1 });
  const catalogue = catalogueOf(workers.map(listingOf));
  const took: number[] = [];
  // Each pair is asked once, so that nothing is remembered.
  for (const technique of techniques)
    for (const texture of textures) {
      const query = servicesQuery.parse({ technique, texture, sort: 'match', facets: true });
      const began = performance.now();
      expect(catalogue.services(query).total).toBeGreaterThan(0);
      took.push(performance.now() - began);
    }
  took.sort((a, b) => a - b);
  expect(took[Math.floor(took.length / 2)]).toBeLessThan(50);
});
