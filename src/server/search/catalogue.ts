import { categoriesOf, serviceCategories, specializations } from '#shared/constants.ts';
import type { ProfessionalsQuery } from '#shared/professionals.ts';
import { toCents } from '#shared/rules/price.ts';
import type { ServicesQuery } from '#shared/services.ts';
import { type Counts, Documents, type Filter, type Order } from './documents.ts';
import { Names } from './names.ts';
import { searchWords } from './words.ts';

/** A professional whom others see, with the services that are listed. */
export type Listing = {
  id: string;
  display_name: string;
  location: string;
  bio: string | null;
  specializations: number[];
  services: {
    id: string;
    name: string;
    description: string | null;
    category: string;
    price_cents: number;
    minutes: number;
  }[];
};

/** One page's ids in order, and what is told of all that was found. */
export type Found = {
  ids: string[];
  total: number;
  facets?: {
    categories: { name: string; count: number }[];
    specializations: { id: number; name: string; count: number }[];
  };
};

type Query = ProfessionalsQuery | ServicesQuery;

const categoryNames = [...serviceCategories].sort();

/**
 * All listings in memory: it answers a search with the ids of a page. It knows what it is told, and is never told half
 * a listing.
 */
export class Catalogue {
  #services: Documents;
  #professionals: Documents;
  /** The documents of each professional. */
  #numbers = new Map<string, { professional: number; services: number[] }>();
  #locations: string[] = [];
  #locationNumbers = new Map<string, number>();

  /** `unicode`: see `Names`. */
  constructor(unicode: boolean) {
    this.#services = new Documents(new Names(unicode));
    this.#professionals = new Documents(new Names(unicode));
  }

  /** Whether it holds so much of what was changed or removed since that it is worth building anew. */
  get outgrown(): boolean {
    return (
      this.#services.retired > this.#services.live + 1_000 ||
      this.#professionals.retired > this.#professionals.live + 1_000
    );
  }

  put(listing: Listing): void {
    this.remove(listing.id);
    const { id, display_name, location, bio, services } = listing;
    const number = this.#locationNumberOf(location);
    const common = { location: number, specializations: bitsOf(listing.specializations) };
    const numbers = services.map((service) =>
      this.#services.add({
        ...common,
        ...service,
        text: `${service.name} ${service.description ?? ''}`,
        categories: categoryBits([service.category]),
      }),
    );
    const professional = this.#professionals.add({
      ...common,
      id,
      name: display_name,
      text: `${display_name} ${bio ?? ''} ${location}`,
      categories: categoryBits(services.map((service) => service.category)),
      price_cents: 0,
      minutes: 0,
    });
    this.#numbers.set(id, { professional, services: numbers });
  }

  remove(professionalId: string): void {
    const numbers = this.#numbers.get(professionalId);
    if (!numbers) return;
    this.#numbers.delete(professionalId);
    this.#professionals.retire(numbers.professional);
    for (const number of numbers.services) this.#services.retire(number);
  }

  services(query: ServicesQuery): Found {
    const { price_min, price_max, duration_max } = query;
    const filter = {
      ...this.#filterOf(query),
      price_from: toCents(price_min ?? 0),
      price_to: price_max === undefined ? Number.POSITIVE_INFINITY : toCents(price_max),
      minutes_to: duration_max ?? Number.POSITIVE_INFINITY,
    };
    return this.#found(this.#services, query, filter);
  }

  professionals(query: ProfessionalsQuery): Found {
    return this.#found(this.#professionals, query, {
      ...this.#filterOf(query),
      price_from: 0,
      price_to: 0,
      minutes_to: 0,
    });
  }

  #filterOf({ search, location, category, specialization_names: names }: Query) {
    const chosen = names?.length ? specializations.filter(({ name }) => names.includes(name)) : undefined;
    return {
      words: searchWords(search),
      ...(location ? { locations: this.#locationsWith(location) } : {}),
      ...(category ? { categories: categoryBits(categoriesOf(category)) } : {}),
      ...(chosen ? { specializations: bitsOf(chosen.map(({ id }) => id)) } : {}),
    };
  }

  #found(documents: Documents, { skip, limit, search, sort, facets }: Query, filter: Filter): Found {
    const counts = facets ? { ofCategory: new Uint32Array(32), ofSpecialization: new Uint32Array(32) } : undefined;
    const numbers = documents.find(filter, counts);
    const total = numbers.length;
    const ids = documents.page(numbers, orderOf(sort, search), skip, limit);
    return { ids, total, ...(counts ? { facets: facetsOf(counts) } : {}) };
  }

  #locationNumberOf(location: string): number {
    const lower = location.toLowerCase();
    const known = this.#locationNumbers.get(lower);
    if (known !== undefined) return known;
    this.#locationNumbers.set(lower, this.#locations.length);
    return this.#locations.push(lower) - 1;
  }

  #locationsWith(location: string): Uint8Array {
    const lower = location.toLowerCase();
    return Uint8Array.from(this.#locations, (one) => (one.includes(lower) ? 1 : 0));
  }
}

/** Without those that have nothing. */
function facetsOf({ ofCategory, ofSpecialization }: Counts): NonNullable<Found['facets']> {
  const categories = categoryNames.map((name) => ({ name, count: ofCategory[serviceCategories.indexOf(name)] ?? 0 }));
  const counted = specializations.map(({ id, name }) => ({ id, name, count: ofSpecialization[id] ?? 0 }));
  return {
    categories: categories.filter(({ count }) => count > 0),
    specializations: counted.filter(({ count }) => count > 0),
  };
}

function orderOf(sort: Query['sort'], search: string | undefined): Order {
  if (search && (sort ?? 'relevance') === 'relevance') return { by: 'relevance', search };
  return { by: sort === 'price' ? 'price' : 'name' };
}

function categoryBits(names: readonly string[]): number {
  return bitsOf(
    names.map((name) => (serviceCategories as readonly string[]).indexOf(name)).filter((bit) => bit !== -1),
  );
}

/** A set of numbers below 32 as the bits of one. */
function bitsOf(numbers: readonly number[]): number {
  return numbers.reduce((bits, number) => bits | (1 << number), 0);
}
