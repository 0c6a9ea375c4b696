import type { Deps } from '#server/deps.ts';
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

/** The links of the footer, from a copy that is a minute old at most. A failed look is repeated at the next call. */
export function footerFinds(deps: FindDeps): () => Promise<FindPage[]> {
  let copy: Promise<FindPage[]> | undefined;
  let until = 0;
  return () => {
    if (!copy || Date.now() >= until) {
      until = Date.now() + 60_000;
      copy = findPages(deps).then((all) => all.slice(0, findInFooter));
      copy.catch(() => {
        until = 0;
      });
    }
    return copy;
  };
}
