import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { others, professionalSearches, salons, serviceSearches } from '#server/testing/typed-searches.ts';
import type { ListedProfessional } from '#shared/professionals.ts';
import type { ListedService } from '#shared/services.ts';

const t = useTestApp();

beforeAll(async () => {
  for (const [display_name, { services, ...given }] of Object.entries(salons)) {
    const { professionalId } = await t.make.professional({ display_name, ...given });
    for (const service of services) {
      const [name = '', description] = service.split(': ');
      await t.make.service(professionalId, { name, ...(description ? { description } : {}) });
    }
  }
  for (const { name, location, services } of others) {
    const { professionalId } = await t.make.professional({ display_name: name, location });
    for (const service of services) await t.make.service(professionalId, { name: service });
  }
  await t.deps.search.start();
  await t.deps.search.caughtUp();
});

/** The lines of a list of searches: what is typed, where, and the names that must and must not be found. */
function searchesOf(lines: string) {
  return lines
    .split('\n')
    .filter((line) => line.includes('=>'))
    .map((line) => {
      const [typed = '', expected = ''] = line.split(' => ');
      const [search = '', location] = typed.split('@');
      const names = expected.split(' | ');
      return {
        line,
        query: {
          ...(search.trim() ? { search: search.trim() } : {}),
          ...(location ? { location: location.trim() } : {}),
        },
        found: names.filter((name) => !name.startsWith('!')),
        not: names.filter((name) => name.startsWith('!')).map((name) => name.slice(1)),
      };
    });
}
const ofServices = searchesOf(serviceSearches);
const ofProfessionals = searchesOf(professionalSearches);

async function namesOf(procedure: string, query: Record<string, unknown>): Promise<string[]> {
  const { status, body } = await t.rest.call(null, procedure, query);
  expect(status).toBe(200);
  return (body as { results: Partial<ListedService & ListedProfessional>[] }).results.map(
    ({ name, display_name }) => name ?? display_name ?? '',
  );
}

test('three hundred searches and more are written down', () => {
  const lines = [...ofServices, ...ofProfessionals].map(({ line }) => line);
  expect(lines.length).toBeGreaterThanOrEqual(300);
  expect(new Set(lines).size).toBe(lines.length);
});

describe.each([
  ['services.list', ofServices],
  ['professionals.list', ofProfessionals],
] as const)('%s', (procedure, searches) => {
  test.each(searches)('$line', async ({ query, found, not }) => {
    const names = await namesOf(procedure, query);
    for (const name of found) expect(names).toContain(name);
    for (const name of not) expect(names).not.toContain(name);
  });
});

test('the exact name comes first', async () => {
  for (const name of ['Silk press', 'Knotless braids', 'Skin fade', 'Haircut', 'Highlights', 'Faux locs']) {
    expect((await namesOf('services.list', { search: name.toLowerCase() }))[0]).toBe(name);
  }
  for (const name of Object.keys(salons)) {
    expect((await namesOf('professionals.list', { search: name }))[0]).toBe(name);
  }
});
