import type { Found } from '#server/search/found.ts';
import { distanceKm, type Gazetteer, type Locality } from '#server/search/gazetteer.ts';
import { liesIn, placeOf, whereaboutsOf } from '#server/search/places.ts';
import { soughtOf } from '#server/search/synonyms.ts';
import { joinedWords, searchWords, wordsOf } from '#server/search/text.ts';
import { categoriesOf, serviceCategories, specializations } from '#shared/constants.ts';
import type { ProfessionalsQuery } from '#shared/professionals.ts';
import type { Place } from '#shared/rules/place.ts';
import type { ServicesQuery } from '#shared/services.ts';

/** For tests: the search as it is promised, row by row, without anything that makes it fast. */

type Service = {
  id: string;
  name: string;
  description: string | null;
  category: string;
  price_cents: number;
  service_duration_minutes: number;
};
type Professional = {
  id: string;
  display_name: string;
  location: string;
  locality: Locality | undefined;
  bio: string | null;
  place: Place | null;
  specializations: readonly { id: number; name: string }[];
  services: Service[];
};
export type Market = { gazetteer: Gazetteer; professionals: Professional[] };
type Query = Omit<ServicesQuery, 'sort'> & Omit<ProfessionalsQuery, 'sort'> & { sort?: ServicesQuery['sort'] };
/** Something that may be listed, with what is asked of it. */
type Row = {
  id: string;
  name: string;
  professional: Professional;
  services: Service[];
  text: string[];
  distance: number;
};

/** Whether one text becomes the other by at most one error: by the matrix of Damerau and Levenshtein. */
function isNear(a: string, b: string): boolean {
  const distance = (i: number, j: number): number => rows[i + 1]?.[j + 1] ?? Number.POSITIVE_INFINITY;
  const rows: number[][] = [];
  for (let i = -1; i < a.length; i++) {
    rows.push([]);
    for (let j = -1; j < b.length; j++) {
      const same = a[i] === b[j] ? 0 : 1;
      const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      rows[i + 1]?.push(
        i < 0 || j < 0
          ? Math.max(i, j) + 1
          : Math.min(
              distance(i - 1, j) + 1,
              distance(i, j - 1) + 1,
              distance(i - 1, j - 1) + same,
              isSwap ? distance(i - 2, j - 2) + 1 : 99,
            ),
      );
    }
  }
  return distance(a.length - 1, b.length - 1) <= 1;
}

function finds(typed: string, word: string): boolean {
  const letters = [...typed].length;
  if (letters < 3) return word.startsWith(typed);
  if (word.includes(typed)) return true;
  if (letters < 4 || /^\p{N}+%?$/u.test(typed)) return false;
  const beginnings = [-1, 0, 1].map((more) => word.slice(0, typed.length + more));
  return (
    isNear(typed, word) ||
    (typed.length >= 5 &&
      word.length >= typed.length &&
      beginnings.some((one) => one.at(-1) === typed.at(-1) && !typed.startsWith(one) && isNear(typed, one)))
  );
}

function passesSearch(text: string[], search: string | undefined): boolean {
  const words = searchWords(search);
  if (!words) return true;
  const has = (typed: string) => text.some((word) => finds(typed, word));
  return (
    words.length > 0 &&
    soughtOf(words).every(
      ({ words: typed, others }) =>
        typed.every(has) || others.some((other) => other.every((word) => text.includes(word))),
    )
  );
}

/** Everything that the search must find; by `relevance` its order is right only in that the exact name comes first. */
export function naively(
  kind: 'services' | 'professionals',
  market: Market,
  asked: ServicesQuery | ProfessionalsQuery,
): Found {
  const query: Query = asked;
  const whereabouts = query.location ? whereaboutsOf(market.gazetteer, query.location) : undefined;
  const rows = market.professionals.flatMap((professional) => rowsOf(kind, market.gazetteer, professional, query));
  const candidates = rows.filter(({ professional, services, text, distance }) => {
    const place = placeOf(market.gazetteer, professional.location, professional.locality);
    if (query.location && !(whereabouts && liesIn(place, whereabouts))) return false;
    if (query.near && distance > (query.radius_km ?? 25)) return false;
    const told = professional.place;
    if (query.place_kind?.length && !query.place_kind.some((one) => one === told?.kind)) return false;
    if (query.facts?.some((fact) => !told?.facts.includes(fact))) return false;
    return (
      passesSearch(text, query.search) && (kind === 'professionals' || isAffordable(services[0] as Service, query))
    );
  });
  const names = query.specialization_names?.length ? query.specialization_names : undefined;
  const ofCategory = ({ services }: Row) =>
    !query.category || services.some(({ category }) => categoriesOf(query.category as string).includes(category));
  const ofSpecialization = ({ professional }: Row) =>
    !names || professional.specializations.some(({ name }) => names.includes(name));
  const all = inOrder(
    candidates.filter((row) => ofCategory(row) && ofSpecialization(row)),
    query,
  );
  return {
    ids: all.map(({ id }) => id),
    total: all.length,
    ...(query.facets ? { facets: facetsOf(candidates.filter(ofSpecialization), candidates.filter(ofCategory)) } : {}),
    ...(query.near ? { distances: new Map(all.map(({ id, distance }) => [id, distance])) } : {}),
  };
}

function rowsOf(
  kind: 'services' | 'professionals',
  gazetteer: Gazetteer,
  professional: Professional,
  { near }: Query,
): Row[] {
  const { locality, services } = professional;
  const { words, implied } = placeOf(gazetteer, professional.location, locality);
  const distance = near && locality ? distanceKm(locality, near) : Number.POSITIVE_INFINITY;
  const specialties = professional.specializations.map(({ name }) => name);
  const own = [
    ...wordsOf([professional.display_name, professional.bio, ...specialties].join(' ')),
    ...words,
    ...implied,
  ];
  const textOf = ({ name, description }: Service) => wordsOf(`${name} ${description ?? ''}`);
  if (kind === 'services') {
    return services.map((service) => ({
      id: service.id,
      name: service.name,
      professional,
      services: [service],
      text: [...own, ...textOf(service)],
      distance,
    }));
  }
  const text = [...own, ...services.flatMap(textOf)];
  return [{ id: professional.id, name: professional.display_name, professional, services, text, distance }];
}

function isAffordable(
  { price_cents, service_duration_minutes }: Service,
  { price_min, price_max, duration_max }: Query,
): boolean {
  return (
    price_cents >= (price_min ?? 0) * 100 &&
    price_cents <= (price_max ?? 1e9) * 100 &&
    service_duration_minutes <= (duration_max ?? 1e9)
  );
}

export function orderOf({ sort, search, near }: Pick<Query, 'sort' | 'search' | 'near'>): string {
  const usual = search ? 'relevance' : near ? 'distance' : 'name';
  return sort === undefined || sort === 'relevance' ? usual : sort;
}

function inOrder(rows: Row[], { sort, search, near }: Query): Row[] {
  const by = orderOf({ sort, search, near });
  const isExact = ({ name }: Row) => joinedWords(name) === joinedWords(search ?? '');
  const collator = new Intl.Collator('en');
  return rows.sort(
    (a, b) =>
      (by === 'relevance' ? Number(isExact(b)) - Number(isExact(a)) : 0) ||
      (by === 'price' ? (a.services[0]?.price_cents ?? 0) - (b.services[0]?.price_cents ?? 0) : 0) ||
      (by !== 'name' && near ? a.distance - b.distance : 0) ||
      collator.compare(a.name, b.name) ||
      Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) ||
      (a.id < b.id ? -1 : 1),
  );
}

function facetsOf(ofOtherCategories: Row[], ofOtherSpecializations: Row[]): Found['facets'] {
  const count = (rows: Row[], has: (row: Row) => boolean) => rows.filter(has).length;
  return {
    categories: [...serviceCategories]
      .sort()
      .map((name) => ({
        name,
        count: count(ofOtherCategories, ({ services }) => services.some(({ category }) => category === name)),
      }))
      .filter(({ count }) => count > 0),
    specializations: specializations
      .map(({ id, name }) => ({
        id,
        name,
        count: count(ofOtherSpecializations, ({ professional }) =>
          professional.specializations.some((one) => one.id === id),
        ),
      }))
      .filter(({ count }) => count > 0),
  };
}
