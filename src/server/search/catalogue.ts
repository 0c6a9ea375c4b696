import { categoriesOf, searchRadiusKm, serviceCategories, specializations } from '#shared/constants.ts';
import type { ProfessionalsQuery } from '#shared/professionals.ts';
import { toCents } from '#shared/rules/price.ts';
import type { TimedService } from '#shared/rules/visit.ts';
import type { ServicesQuery } from '#shared/services.ts';
import { distanceKm, type Gazetteer } from './gazetteer.ts';
import { Matching } from './matching.ts';
import { Names } from './names.ts';
import { Bits, Numbers } from './numbers.ts';
import { liesIn, type Place, placeOf, whereaboutsOf } from './places.ts';
import { relevanceOf } from './relevance.ts';
import { KnownStarts, type StartsInRange } from './starts.ts';
import { searchWords, wordsOf } from './text.ts';
import { fromOf, onePiece, type Range, type Soonest, soonestOf, type Times } from './times.ts';
import { firstOf } from './top.ts';

/** A professional whom others see, with the services that are listed. */
export type Listing = {
  id: string;
  display_name: string;
  location: string;
  /** What is understood of the location. */
  locality_id: number | null;
  bio: string | null;
  specializations: number[];
  /** Another one after each change of what is not of a service. */
  version: string;
  services: (ListedService | KnownService)[];
};

/** A service in a version that is known. */
type KnownService = { id: string; version: string; name?: undefined };

type ListedService = Omit<KnownService, 'name'> & {
  name: string;
  description: string | null;
  category: string;
  price_cents: number;
  minutes: number;
  processing_start_minutes: number | null;
  processing_minutes: number | null;
};

/** One page's ids in order, and what is told of all that was found. */
export type Found = {
  ids: string[];
  total: number;
  facets?: {
    categories: { name: string; count: number }[];
    specializations: { id: number; name: string; count: number }[];
  };
  /** Kilometres to each of `ids`, where a point was given. */
  distances?: ReadonlyMap<string, number>;
  /** The soonest start of each of `ids`, epoch milliseconds, in a search by time; absent where there is none. */
  starts?: ReadonlyMap<string, number>;
};

/**
 * A page's answer, without the items that no longer have the time that they were found with, of which `nextFreeOf` is
 * the truth. In a search that asks for no time all have.
 */
export function pageOfFound<Item extends { id: string }>(
  { starts, total, facets }: Found,
  { skip, limit }: { skip: number; limit: number },
  items: readonly Item[],
  nextFreeOf: (item: Item) => string | null,
) {
  const results = items.filter((item) => {
    const start = starts?.get(item.id);
    const next = nextFreeOf(item);
    return start === undefined || (next !== null && Date.parse(next) <= start);
  });
  return { results, total, skip, limit, ...(facets ? { facets } : {}) };
}

/** By what a search by time is answered: a professional's times, where they are known. */
export type Clockwork = { range: Range; timesOf(professionalId: string): Times | undefined };

/** What an item of a list says of its distance: kilometres with one decimal; nothing where no point was given. */
export function distanceTo(distances: Found['distances'], id: string): { distance_km?: number } {
  const distance = distances?.get(id);
  return distance === undefined ? {} : { distance_km: Math.round(distance * 10) / 10 };
}

type Query = ProfessionalsQuery | ServicesQuery;
type Kind = 'services' | 'professionals';

/** So many answers are remembered until something changes, and starts from so many instants on. */
const remembered = { answers: 200, instants: 12 };

/** How many documents each category and specialization has, by its bit, when its own filter is left out. */
type Counts = { ofCategory: Uint32Array; ofSpecialization: Uint32Array };

const categoryNames = [...serviceCategories].sort();

/** What is known of documents of one kind beside their words. Categories are sets of bits. */
class Documents {
  readonly names: Names;
  readonly ids: string[] = [];
  readonly name = new Numbers();
  readonly professional = new Numbers();
  readonly categories = new Numbers();
  readonly price = new Numbers();
  readonly minutes = new Numbers();
  readonly live = new Bits();
  /** How many documents there are, and how many there were. */
  current = 0;
  retired = 0;

  constructor(names: Names) {
    this.names = names;
  }

  get next(): number {
    return this.ids.length;
  }

  add(one: {
    id: string;
    name: string;
    professional: number;
    categories: number;
    price: number;
    minutes: number;
  }): number {
    const number = this.ids.push(one.id) - 1;
    this.name.push(this.names.numberOf(one.name));
    this.professional.push(one.professional);
    this.categories.push(one.categories);
    this.price.push(one.price);
    this.minutes.push(one.minutes);
    this.live.add(number);
    this.current++;
    return number;
  }

  retire(number: number): void {
    this.live.delete(number);
    this.current--;
    this.retired++;
  }

  get outgrown(): boolean {
    return this.retired > this.current + 1_000;
  }
}

/**
 * All listings in memory, which answer a search with the ids of a page; a changed document gets a new number. It knows
 * what it is told, and is never told half a listing.
 */
export class Catalogue {
  #gazetteer: Gazetteer;
  #matching = new Matching({
    servicesOf: (professional) => this.#servicesOf[professional] as number[],
    professionalOf: (service) => this.#services.professional.at(service),
    isListed: (service) => this.#services.live.has(service),
  });
  #services = new Documents(new Names(this.#matching.words));
  #professionals = new Documents(new Names(this.#matching.words));
  /** By the number of a professional. */
  #servicesOf: number[][] = [];
  #place = new Numbers();
  #specializations = new Numbers();
  /** By the number of a service, the number of its minutes; services that take time alike share one. */
  #minutes = new Numbers();
  #timed: TimedService[] = [];
  #timedNumbers = new Map<string, number>();
  #numberOf = new Map<string, number>();
  /** By their numbers. */
  #versionOf: string[] = [];
  #versionOfService: string[] = [];
  #places: Place[] = [];
  #placeNumbers = new Map<string, number>();
  /** What was found for whole queries: until a listing changes, those by time until any time does or the clock passes. */
  #found = new Map<string, Found>();
  #foundByTime = new Map<string, { found: Found; holds: number }>();
  /** By `fromOf` the first starts of services, and with minutes those of professionals for so long. */
  #starts = new Map<string, KnownStarts>();

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
  }

  /** Whether it holds so much of what was changed or removed since that it is worth building anew. */
  get outgrown(): boolean {
    return this.#services.outgrown || this.#professionals.outgrown;
  }

  /** The versions of these professionals and of their services, so that what has not changed need not be read. */
  versionsOf(professionalIds: readonly string[]): string[] {
    return professionalIds.flatMap((id) => {
      const number = this.#numberOf.get(id);
      if (number === undefined) return [];
      const services = this.#servicesOf[number] as number[];
      return [this.#versionOf[number] as string, ...services.map((one) => this.#versionOfService[one] as string)];
    });
  }

  /** Enters a professional anew, or only the services that changed where nothing else did. */
  put(listing: Listing): void {
    this.#forgetFound();
    const known = this.#numberOf.get(listing.id);
    const isSame = known !== undefined && this.#versionOf[known] === listing.version;
    if (!isSame) this.remove(listing.id);
    const professional = isSame ? known : this.#enter(listing);
    const before = this.#servicesOf[professional] as number[];
    const numbers = listing.services.map((service) =>
      service.name === undefined ? this.#known(before, service) : this.#enterService(service, professional),
    );
    const still = new Set(numbers);
    for (const service of before) if (!still.has(service)) this.#services.retire(service);
    this.#servicesOf[professional] = numbers;
    this.#matching.forget();
    const categories = numbers.reduce((bits, service) => bits | this.#services.categories.at(service), 0);
    this.#professionals.categories.set(professional, categories);
  }

  #enter(listing: Listing): number {
    const { id, display_name, bio, version } = listing;
    const professional = this.#professionals.next;
    const place = this.#placeOf(listing);
    this.#servicesOf.push([]);
    this.#versionOf.push(version);
    this.#place.push(place);
    this.#specializations.push(bitsOf(listing.specializations));
    this.#numberOf.set(id, professional);
    this.#professionals.add({ id, name: display_name, professional, categories: 0, price: 0, minutes: 0 });
    const { words, implied } = this.#places[place] as Place;
    const specialties = specializations.filter((one) => listing.specializations.includes(one.id));
    const text = [display_name, bio ?? '', ...specialties.map(({ name }) => name)].join(' ');
    this.#matching.enterProfessional(professional, new Set([...wordsOf(text), ...words, ...implied]));
    return professional;
  }

  #enterService(service: ListedService, professional: number): number {
    const categories = categoryBits([service.category]);
    const number = this.#services.add({ ...service, professional, categories, price: service.price_cents });
    this.#minutes.push(this.#timedNumberOf(service));
    this.#versionOfService.push(service.version);
    this.#matching.enterService(number, wordsOf(`${service.name} ${service.description ?? ''}`));
    return number;
  }

  #known(services: readonly number[], { id, version }: KnownService): number {
    const number = services.find((one) => this.#services.ids[one] === id);
    if (number === undefined || this.#versionOfService[number] !== version)
      throw new Error(`service ${id} is not known in this version`);
    return number;
  }

  remove(professionalId: string): void {
    const professional = this.#numberOf.get(professionalId);
    if (professional === undefined) return;
    this.#forgetFound();
    this.#numberOf.delete(professionalId);
    this.#professionals.retire(professional);
    for (const service of this.#servicesOf[professional] as number[]) this.#services.retire(service);
  }

  /** To be called when a professional's times are others than before. */
  timesChanged(professionalId: string): void {
    const professional = this.#numberOf.get(professionalId);
    if (professional === undefined) return;
    this.#foundByTime.clear();
    for (const [key, starts] of this.#starts) {
      if (isOfProfessionals(key)) starts.forget(professional);
      else for (const service of this.#servicesOf[professional] as number[]) starts.forget(service);
    }
  }

  #forgetFound(): void {
    this.#found.clear();
    this.#foundByTime.clear();
  }

  services(query: ServicesQuery, clockwork?: Clockwork): Found {
    const find = (starts?: StartsInRange) => {
      const bits = this.#services.categories;
      const free: Free | undefined = starts && {
        start: (service) => starts.of(service),
        categories: (service) => (starts.of(service) === Infinity ? 0 : bits.at(service)),
      };
      return this.#find('services', this.#services, query, this.#isAffordable(query), free);
    };
    return this.#answer('services', query, find, clockwork);
  }

  professionals(query: ProfessionalsQuery, clockwork?: Clockwork): Found {
    const { free_from, free_minutes } = query;
    const minutes = free_from ? free_minutes : undefined;
    const find = (starts?: StartsInRange) =>
      this.#find('professionals', this.#professionals, query, undefined, starts && this.#freeAs(query, starts));
    return this.#answer('professionals', query, find, clockwork, minutes);
  }

  /** What was found for the same query, as long as it holds. With `minutes` it is professionals who are free for them. */
  #answer(
    kind: Kind,
    query: Query,
    find: (starts?: StartsInRange) => Found,
    clockwork: Clockwork | undefined,
    minutes?: number,
  ): Found {
    const key = `${kind} ${JSON.stringify(query)}`;
    if (!clockwork) {
      const found = this.#found.get(key) ?? find();
      return remember(this.#found, key, found, remembered.answers);
    }
    const before = this.#foundByTime.get(key);
    if (before && clockwork.range.now < before.holds) return before.found;
    const starts = this.#startsDuring(clockwork, minutes);
    const found = find(starts);
    remember(this.#foundByTime, key, { found, holds: starts.holds }, remembered.answers);
    return found;
  }

  /** The first starts of services by their number, or with `minutes` those of professionals for so long. */
  #startsDuring({ range, timesOf }: Clockwork, minutes?: number): StartsInRange {
    const key = `${fromOf(range)} ${minutes ?? ''}`;
    const known = remember(this.#starts, key, this.#starts.get(key) ?? new KnownStarts(), remembered.instants);
    known.reserve(minutes === undefined ? this.#services.next : this.#professionals.next);
    const soonest = (professional: number, timed: TimedService) => {
      const times = timesOf(this.#professionals.ids[professional] as string);
      return times && soonestOf(times, timed, range, 1);
    };
    if (minutes !== undefined) return known.during(range, (number) => soonest(number, onePiece(minutes)));
    // Services of a professional follow one another, and many take as long as another.
    const alike = new Map<number, Soonest | undefined>();
    let last: number | undefined;
    return known.during(range, (service) => {
      const professional = this.#services.professional.at(service);
      const timed = this.#minutes.at(service);
      if (professional !== last) alike.clear();
      last = professional;
      if (!alike.has(timed)) alike.set(timed, soonest(professional, this.#timed[timed] as TimedService));
      return alike.get(timed);
    });
  }

  /** When professionals are free: for the minutes that are asked for, else for one of their services. */
  #freeAs({ free_from, free_minutes, category }: ProfessionalsQuery, starts: StartsInRange): Free {
    const wanted = free_from && category ? categoryBits(categoriesOf(category)) : -1;
    const isPiece = free_from !== undefined && free_minutes !== undefined;
    const startOf = (professional: number, service: number) => starts.of(isPiece ? professional : service);
    return {
      start: (professional) => {
        let soonest = Infinity;
        for (const service of this.#servicesOf[professional] as number[]) {
          if ((this.#services.categories.at(service) & wanted) !== 0)
            soonest = Math.min(soonest, startOf(professional, service));
        }
        return soonest;
      },
      categories: (professional) => {
        let bits = 0;
        for (const service of this.#servicesOf[professional] as number[]) {
          if (startOf(professional, service) !== Infinity) bits |= this.#services.categories.at(service);
        }
        return bits;
      },
    };
  }

  #timedNumberOf(service: Partial<ListedService> & { minutes: number }): number {
    const { minutes, processing_start_minutes = null, processing_minutes = null } = service;
    const key = `${minutes} ${processing_start_minutes} ${processing_minutes}`;
    const known = this.#timedNumbers.get(key);
    if (known !== undefined) return known;
    this.#timedNumbers.set(key, this.#timed.length);
    return this.#timed.push({ service_duration_minutes: minutes, processing_start_minutes, processing_minutes }) - 1;
  }

  #find(
    kind: Kind,
    documents: Documents,
    query: Query,
    passes: ((document: number) => boolean) | undefined,
    free: Free | undefined,
  ): Found {
    const { skip, limit, search, facets } = query;
    const words = searchWords(search);
    const matches = words && this.#matching.find(words);
    const distances = this.#distancesFrom(query);
    if (matches?.length === 0) {
      const none = facets ? { facets: { categories: [], specializations: [] } } : {};
      return { ids: [], total: 0, ...none, ...(distances ? { distances: new Map() } : {}) };
    }
    const counts = facets ? { ofCategory: new Uint32Array(32), ofSpecialization: new Uint32Array(32) } : undefined;
    const isNear = this.#isNear(query, distances);
    const { category, specialization_names: names } = query;
    const categories = category ? categoryBits(categoriesOf(category)) : undefined;
    const wanted = names?.length ? specializationBits(names) : undefined;

    const isByTime = query.free_from !== undefined;
    const found: number[] = [];
    const candidates = matches ? documents.live.and(matches.map((match) => match[kind].any)) : documents.live;
    candidates.forEach((document) => {
      const professional = documents.professional.at(document);
      if (!isNear(this.#place.at(professional)) || passes?.(document) === false) return;
      // Of a search by time only what is free counts.
      const ofDocument = isByTime ? (free?.categories(document) ?? 0) : documents.categories.at(document);
      if (isByTime && ofDocument === 0) return;
      const ofProfessional = this.#specializations.at(professional);
      const hasCategory = categories === undefined || (ofDocument & categories) !== 0;
      const hasSpecialization = wanted === undefined || (ofProfessional & wanted) !== 0;
      if (hasCategory && hasSpecialization) found.push(document);
      if (counts && hasSpecialization) countBits(counts.ofCategory, ofDocument);
      if (counts && hasCategory) countBits(counts.ofSpecialization, ofProfessional);
    });

    const distanceOf =
      distances && ((document: number) => distances[this.#place.at(documents.professional.at(document))] as number);
    const relevance =
      matches && orderOf(query) === 'relevance' ? relevanceOf(search ?? '', matches, documents.names, kind) : undefined;
    const keys: Key[] = [];
    if (relevance) keys.push((document) => -relevance(document, documents.name.at(document)));
    if (orderOf(query) === 'price') keys.push((document) => documents.price.at(document));
    if (free && orderOf(query) === 'soonest') keys.push(free.start);
    if (distanceOf && orderOf(query) !== 'name') keys.push(distanceOf);
    const page = pageOf(documents, found, keys, skip, limit);
    const ids = page.map((document) => documents.ids[document] as string);
    return {
      ids,
      total: found.length,
      ...(counts ? { facets: facetsOf(counts) } : {}),
      ...(free ? { starts: startsOf(ids, page.map(free.start)) } : {}),
      ...(distanceOf ? { distances: new Map(ids.map((id, at) => [id, distanceOf(page[at] as number)])) } : {}),
    };
  }

  /** Undefined where all are. */
  #isAffordable({ price_min, price_max, duration_max }: ServicesQuery): ((service: number) => boolean) | undefined {
    if ([price_min, price_max, duration_max].every((bound) => bound === undefined)) return undefined;
    const { price, minutes } = this.#services;
    const from = toCents(price_min ?? 0);
    const to = price_max === undefined ? Number.POSITIVE_INFINITY : toCents(price_max);
    const longest = duration_max ?? Number.POSITIVE_INFINITY;
    return (service) => price.at(service) >= from && price.at(service) <= to && minutes.at(service) <= longest;
  }

  /** By the number of a place, kilometres from the point that was asked for; infinite where it is not understood. */
  #distancesFrom({ near }: Query): Float64Array | undefined {
    if (!near) return undefined;
    return Float64Array.from(this.#places, ({ point }) => (point ? distanceKm(point, near) : Number.POSITIVE_INFINITY));
  }

  /** Tells by its number whether a place passes the filters of place. */
  #isNear({ location, radius_km }: Query, distances: Float64Array | undefined): (place: number) => boolean {
    const radius = radius_km ?? searchRadiusKm.usual;
    const whereabouts = location ? whereaboutsOf(this.#gazetteer, location) : undefined;
    if (!location && !distances) return () => true;
    const passes = Uint8Array.from(this.#places, (place, number) => {
      const within = !distances || (distances[number] as number) <= radius;
      return within && (!location || (whereabouts !== undefined && liesIn(place, whereabouts))) ? 1 : 0;
    });
    return (place) => passes[place] === 1;
  }

  #placeOf({ location, locality_id }: Listing): number {
    const key = `${locality_id ?? ''} ${location}`;
    const known = this.#placeNumbers.get(key);
    if (known !== undefined) return known;
    this.#placeNumbers.set(key, this.#places.length);
    const locality = locality_id === null ? undefined : this.#gazetteer.byId(locality_id);
    return this.#places.push(placeOf(this.#gazetteer, location, locality)) - 1;
  }
}

/** When documents of a kind are free, infinite for never, and with which of their categories. */
type Free = { start(document: number): number; categories(document: number): number };

function startsOf(ids: string[], starts: number[]): Map<string, number> {
  return new Map(ids.flatMap((id, at) => (starts[at] === Infinity ? [] : [[id, starts[at] as number] as const])));
}

/** Whether a key of starts is of professionals: it has minutes. */
function isOfProfessionals(key: string): boolean {
  return !key.endsWith(' ');
}

/** Enters a value; of more than `most` the one that was entered longest ago goes. */
function remember<T>(values: Map<string, T>, key: string, value: T, most: number): T {
  values.delete(key);
  values.set(key, value);
  const [oldest] = values.size > most ? values.keys() : [];
  if (oldest !== undefined) values.delete(oldest);
  return value;
}

/** What documents are ordered by, lowest first. */
type Key = (document: number) => number;

/** One page of these documents; those that all keys leave equal come by name, then by id. */
function pageOf({ ids, name, names }: Documents, found: number[], keys: Key[], skip: number, limit: number): number[] {
  const ranks = names.ranks();
  // Looked up once for each, since sorting compares them many times.
  const columns = [...keys, (document: number) => ranks[name.at(document)] as number].map((key) =>
    columnOf(found, key),
  );
  const idAt = (at: number) => ids[found[at] as number] as string;
  const compare = (a: number, b: number) => {
    for (const column of columns) {
      const [one, other] = [column[a] as number, column[b] as number];
      if (one !== other) return one < other ? -1 : 1;
    }
    return idAt(a) < idAt(b) ? -1 : 1;
  };
  return firstOf(found.length, skip + limit, compare)
    .slice(skip)
    .map((at) => found[at] as number);
}

function columnOf(found: readonly number[], key: Key): Float64Array {
  const column = new Float64Array(found.length);
  for (let at = 0; at < found.length; at++) column[at] = key(found[at] as number);
  return column;
}

/** By what a list is ordered (contract 3): an order that needs a search or a point gives way to one that does not. */
function orderOf({ sort, search, near }: Query): 'relevance' | 'distance' | 'soonest' | 'price' | 'name' {
  const usual = search ? 'relevance' : near ? 'distance' : 'name';
  return sort === undefined || sort === 'relevance' ? usual : sort;
}

function countBits(counts: Uint32Array, bits: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const bit = 31 - Math.clz32(rest & -rest);
    counts[bit] = (counts[bit] as number) + 1;
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

function categoryBits(names: readonly string[]): number {
  return bitsOf(
    names.map((name) => (serviceCategories as readonly string[]).indexOf(name)).filter((bit) => bit !== -1),
  );
}

function specializationBits(names: readonly string[]): number {
  return bitsOf(specializations.filter(({ name }) => names.includes(name)).map(({ id }) => id));
}

/** A set of numbers below 32 as the bits of one. */
function bitsOf(numbers: readonly number[]): number {
  return numbers.reduce((bits, number) => bits | (1 << number), 0);
}
