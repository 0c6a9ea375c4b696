import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { unavailable } from '#server/errors.ts';
import { pageSizes } from '#shared/constants.ts';
import { type FindPage, fewestFound, findCities, findInFooter, findSpecializations } from '#shared/find-pages.ts';
import { listProfessionals } from './list-queries.ts';

type FindDeps = Pick<Deps, 'db' | 'search' | 'config'>;

/** Those who work there, by name. */
export function listFound({ db, search, config }: FindDeps, { specialization, city }: FindPage, skip: number) {
  return listProfessionals(db, search, config, {
    specialization_names: [specialization.name],
    location: city.name,
    sort: 'name',
    skip,
    limit: pageSizes.search,
  });
}

export async function findPageExists(deps: FindDeps, page: FindPage): Promise<boolean> {
  return (await listFound(deps, page, 0)).total >= fewestFound;
}

/** All pages that there are, with how many work there, those with the most first. */
export async function findPages({ db, search, config }: FindDeps): Promise<(FindPage & { total: number })[]> {
  const cities = await Promise.all(
    findCities.map(async (city) => {
      const { facets } = await listProfessionals(db, search, config, {
        location: city.name,
        facets: true,
        skip: 0,
        limit: 1,
      });
      return findSpecializations.flatMap((specialization) => {
        const total = facets?.specializations.find(({ id }) => id === specialization.id)?.count ?? 0;
        return total < fewestFound ? [] : [{ specialization, city, total }];
      });
    }),
  );
  return cities.flat().sort((a, b) => b.total - a.total);
}

/** How old the copy of the footer's links may be, and from when on it is renewed, milliseconds; a page keeps it 15 s. */
const copyLife = 45_000;
const renewAfter = 30_000;
/** How long anybody waits for a copy, milliseconds: what has such links is worth more than they are. */
const patience = 500;

/** The links of the footer, from a copy. Throws 503 where there is none soon. */
export function footerFinds(deps: FindDeps): () => Promise<FindPage[]> {
  let copy: FindPage[] = [];
  let copiedAt = -Infinity;
  let look: { begun: number; done: Promise<void> } | undefined;
  async function renew(begun: number): Promise<void> {
    try {
      copy = (await findPages(deps)).slice(0, findInFooter);
      copiedAt = begun;
    } finally {
      look = undefined;
    }
  }
  return async () => {
    const now = Date.now();
    if (!look && now - copiedAt >= renewAfter) {
      look = { begun: now, done: renew(now) };
      look.done.catch(() => {});
    }
    if (look && now - copiedAt >= copyLife) {
      const late = Symbol('late');
      const end = delay(Math.max(0, look.begun + patience - now), late, { ref: false });
      if ((await Promise.race([look.done, end])) === late) return unavailable(2);
    }
    return copy;
  };
}
