import { categoriesOf, specializations } from '#shared/constants.ts';
import type { ProfessionalsQuery } from '#shared/professionals.ts';
import { type AskedHair, bandOf, bands, bandsOf, hairWorkOf, techniques } from '#shared/rules/hair.ts';
import type { TimedLine } from '#shared/rules/lines.ts';
import { type PlaceFact, type PlaceKind, placeFacts, placeKinds } from '#shared/rules/place.ts';
import { toCents } from '#shared/rules/price.ts';
import { ratingOf, ratingWeight } from '#shared/rules/rating.ts';
import type { ServicesQuery } from '#shared/services.ts';
import { Answers, remember } from './answers.ts';
import { Documents, type Key, pageOf } from './documents.ts';
import { bitsOf, categoryBits, countBits, facetsOf, specializationBits } from './facets.ts';
import type { Found } from './found.ts';
import type { Gazetteer } from './gazetteer.ts';
import { hairWords } from './hair-words.ts';
import { KnownPlaces } from './known-places.ts';
import { KnownSlots, type SlotsInRange } from './known-slots.ts';
import type { KnownService, ListedService, Listing } from './listing.ts';
import { Matching } from './matching.ts';
import { Names } from './names.ts';
import { Numbers } from './numbers.ts';
import { relevanceOf } from './relevance.ts';
import { fromOf, onePiece, type Range, type SlotBasis, type Soonest, soonestOf } from './slot-basis.ts';
import { soughtOf } from './synonyms.ts';
import { searchWords, wordsOf } from './text.ts';

/** By what a search by time is answered: a professional's slots, where they are known. */
export type Clockwork = { range: Range; slotBasisOf(professionalId: string): SlotBasis | undefined };

type Query = ProfessionalsQuery | ServicesQuery;
type Kind = 'services' | 'professionals';

/** First starts from so many instants on are remembered. */
const mostInstants = 12;

/**
 * All listings in memory, which answer a search with the ids of a page; a changed document gets a new number. It knows
 * what it is told, and is never told half a listing.
 */
export class Catalogue {
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
  /** By the number of a professional, which kind of place and which facts of it they tell, as bits. */
  #told = new Numbers();
  /** By the number of a professional: the average that is shown, 0 without any, and what 'Best rated' orders by. */
  #ratings: { average: number; weight: number }[] = [];
  #specializations = new Numbers();
  /** By the number of a professional, how well they fit each technique and texture. */
  #bands: (Uint8Array | undefined)[] = [];
  /** By the number of a service its technique's, from 1. */
  #techniques = new Numbers();
  /** By the number of a service, the number of its minutes; services that take time alike share one. */
  #minutes = new Numbers();
  #timed: TimedLine[] = [];
  #timedNumbers = new Map<string, number>();
  #numberOf = new Map<string, number>();
  /** By their numbers. */
  #versionOf: string[] = [];
  #versionOfService: string[] = [];
  /** Of services with variants what their cells cost, cents. */
  #prices = new Map<number, readonly number[]>();
  #places: KnownPlaces;
  #answers = new Answers();
  /** By `fromOf` the first slots of services, and with minutes those of professionals for so long. */
  #slots = new Map<string, KnownSlots>();

  constructor(gazetteer: Gazetteer) {
    this.#places = new KnownPlaces(gazetteer);
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
    this.#answers.forget();
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
    const place = this.#places.numberOf(listing);
    this.#servicesOf.push([]);
    this.#versionOf.push(version);
    this.#place.push(place);
    this.#told.push(toldBits(listing.place_kind ? [listing.place_kind] : [], listing.facts));
    this.#ratings.push({ average: ratingOf(listing)?.average ?? 0, weight: ratingWeight(listing) });
    this.#specializations.push(bitsOf(listing.specializations));
    this.#bands.push(bandsOf(hairWorkOf(listing)));
    this.#numberOf.set(id, professional);
    this.#professionals.add({ id, name: display_name, professional, categories: 0, price: 0, minutes: 0 });
    const { words, implied } = this.#places.at(place);
    const specialties = specializations.filter((one) => listing.specializations.includes(one.id));
    const text = [display_name, bio ?? '', ...specialties.map(({ name }) => name)].join(' ');
    this.#matching.enterProfessional(professional, new Set([...wordsOf(text), ...words, ...implied]));
    return professional;
  }

  #enterService(service: ListedService, professional: number): number {
    const categories = categoryBits([service.category]);
    const number = this.#services.add({ ...service, professional, categories, price: service.price_cents });
    this.#minutes.push(this.#timedNumberOf(service));
    this.#techniques.push(service.technique === null ? 0 : techniques.indexOf(service.technique) + 1);
    if (service.prices) this.#prices.set(number, service.prices);
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
    this.#answers.forget();
    this.#numberOf.delete(professionalId);
    this.#professionals.retire(professional);
    for (const service of this.#servicesOf[professional] as number[]) this.#services.retire(service);
  }

  /** To be called when a professional's slots are others than before. */
  slotsChanged(professionalId: string): void {
    const professional = this.#numberOf.get(professionalId);
    if (professional === undefined) return;
    this.#answers.forgetByTime();
    for (const [key, slots] of this.#slots) {
      if (isOfProfessionals(key)) slots.forget(professional);
      else for (const service of this.#servicesOf[professional] as number[]) slots.forget(service);
    }
  }

  services(query: ServicesQuery, clockwork?: Clockwork): Found {
    const find = (slots?: SlotsInRange) => {
      const bits = this.#services.categories;
      const free: Free | undefined = slots && {
        start: (service) => slots.of(service),
        categories: (service) => (slots.of(service) === Infinity ? 0 : bits.at(service)),
      };
      return this.#find('services', this.#services, query, this.#isAffordable(query), free);
    };
    return this.#answer('services', query, find, clockwork);
  }

  professionals(query: ProfessionalsQuery, clockwork?: Clockwork): Found {
    const { free_from, free_minutes } = query;
    const minutes = free_from ? free_minutes : undefined;
    const find = (slots?: SlotsInRange) =>
      this.#find('professionals', this.#professionals, query, undefined, slots && this.#freeAs(query, slots));
    return this.#answer('professionals', query, find, clockwork, minutes);
  }

  /** What was found for the same query, as long as it holds. With `minutes` it is professionals who are free for them. */
  #answer(
    kind: Kind,
    query: Query,
    find: (slots?: SlotsInRange) => Found,
    clockwork: Clockwork | undefined,
    minutes?: number,
  ): Found {
    const key = `${kind} ${JSON.stringify(query)}`;
    if (!clockwork) return this.#answers.of(key, find);
    return this.#answers.byTime(key, clockwork.range.now, () => {
      const slots = this.#slotsDuring(clockwork, minutes);
      const found = find(slots);
      return { found, holds: slots.holds };
    });
  }

  /** The first slots of services by their number, or with `minutes` those of professionals for so long. */
  #slotsDuring({ range, slotBasisOf }: Clockwork, minutes?: number): SlotsInRange {
    const key = `${fromOf(range)} ${minutes ?? ''}`;
    const known = remember(this.#slots, key, this.#slots.get(key) ?? new KnownSlots(), mostInstants);
    known.reserve(minutes === undefined ? this.#services.next : this.#professionals.next);
    const soonest = (professional: number, timed: TimedLine) => {
      const basis = slotBasisOf(this.#professionals.ids[professional] as string);
      return basis && soonestOf(basis, timed, range, 1);
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
      if (!alike.has(timed)) alike.set(timed, soonest(professional, this.#timed[timed] as TimedLine));
      return alike.get(timed);
    });
  }

  /** When professionals are free: for the minutes that are asked for, else for one of their services. */
  #freeAs({ free_from, free_minutes, category }: ProfessionalsQuery, slots: SlotsInRange): Free {
    const wanted = free_from && category ? categoryBits(categoriesOf(category)) : -1;
    const isPiece = free_from !== undefined && free_minutes !== undefined;
    const startOf = (professional: number, service: number) => slots.of(isPiece ? professional : service);
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
    asked: Query,
    passes: ((document: number) => boolean) | undefined,
    free: Free | undefined,
  ): Found {
    const { hair, ...query } = this.#understood(kind, asked);
    const { skip, limit, search, facets } = query;
    const words = searchWords(search);
    const matches = words && this.#matching.find(words);
    const distances = query.near && this.#places.distancesFrom(query.near);
    if (matches?.length === 0) {
      const none = facets ? { facets: { categories: [], specializations: [] } } : {};
      return { ids: [], total: 0, ...none, ...(hair ? { hair } : {}), ...(distances ? { distances: new Map() } : {}) };
    }
    const counts = facets ? { ofCategory: new Uint32Array(32), ofSpecialization: new Uint32Array(32) } : undefined;
    const isNear = this.#places.within(query, distances);
    const { category, specialization_names: names } = query;
    const categories = category ? categoryBits(categoriesOf(category)) : undefined;
    const wanted = names?.length ? specializationBits(names) : undefined;

    const { place_kind: kinds = [], facts: told = [] } = query;
    const [anyKind, allFacts] = [toldBits(kinds, []), toldBits([], told)];
    const ratingMin = query.rating_min ?? 0;
    const ratingOfDocument = (document: number) =>
      this.#ratings[documents.professional.at(document)] as { average: number; weight: number };

    const isByTime = query.free_from !== undefined;
    const found: number[] = [];
    const candidates = matches ? documents.live.and(matches.map((match) => match[kind].any)) : documents.live;
    candidates.forEach((document) => {
      const professional = documents.professional.at(document);
      if (!isNear(this.#place.at(professional)) || passes?.(document) === false) return;
      if (hair && this.#bandOf(kind, document, professional, hair) === 0) return;
      const ofPlace = this.#told.at(professional);
      if ((anyKind !== 0 && (ofPlace & anyKind) === 0) || (ofPlace & allFacts) !== allFacts) return;
      if (ratingMin > 0 && ratingOfDocument(document).average < ratingMin) return;
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
    if (hair && orderOf(query) === 'match')
      keys.push((document) => -this.#bandOf(kind, document, documents.professional.at(document), hair));
    if (orderOf(query) === 'rating') keys.push((document) => -ratingOfDocument(document).weight);
    if (orderOf(query) === 'price') keys.push((document) => documents.price.at(document));
    if (free && (orderOf(query) === 'soonest' || (orderOf(query) === 'match' && !distanceOf))) keys.push(free.start);
    if (distanceOf && !['name', 'rating'].includes(orderOf(query))) keys.push(distanceOf);
    const page = pageOf(documents, found, keys, skip, limit);
    const ids = page.map((document) => documents.ids[document] as string);
    return {
      ids,
      total: found.length,
      ...(hair ? { hair } : {}),
      ...(counts ? { facets: facetsOf(counts) } : {}),
      ...(free ? { slots: slotsOfFound(ids, page.map(free.start)) } : {}),
      ...(distanceOf ? { distances: new Map(ids.map((id, at) => [id, distanceOf(page[at] as number)])) } : {}),
    };
  }

  /**
   * Hair is asked for by filters, or in words that no name has and that somebody fits: then they are no words of the
   * search.
   */
  #understood(kind: Kind, { technique, texture, ...query }: Query): Query & { hair?: AskedHair } {
    if (technique || texture) return { ...query, hair: { technique, textures: texture && [texture] } };
    const understood = query.search && hairWords(query.search, (phrase) => this.#isName(phrase));
    if (!understood) return query;
    const { hair, rest } = understood;
    const documents = kind === 'services' ? this.#services : this.#professionals;
    const fits = (document: number) => this.#bandOf(kind, document, documents.professional.at(document), hair) > 0;
    return hasOne(documents, fits) ? { ...query, search: rest, hair } : query;
  }

  /** Whether the name of somebody or something listed has these words, or what means the same. */
  #isName(phrase: string): boolean {
    return soughtOf(phrase.split(' ')).every(({ words, others }) =>
      [words, ...others].some((one) =>
        [this.#services, this.#professionals].some((documents) => {
          const named = documents.names.with(one.join(' '));
          return named.size > 0 && hasOne(documents, (document) => named.has(documents.name.at(document)));
        }),
      ),
    );
  }

  /** How well a document fits; 0 for one that does not. A service fits by its own technique. */
  #bandOf(kind: Kind, document: number, professional: number, hair: AskedHair): number {
    const known = this.#bands[professional];
    if (kind === 'professionals') return bandOf(known, hair);
    const own = techniques[this.#techniques.at(document) - 1];
    if (own === undefined || (hair.technique !== undefined && hair.technique !== own)) return 0;
    return Math.max(bandOf(known, { ...hair, technique: own }), hair.textures ? 0 : bands.possible);
  }

  /** Undefined where all are. */
  #isAffordable({ price_min, price_max, duration_max }: ServicesQuery): ((service: number) => boolean) | undefined {
    if ([price_min, price_max, duration_max].every((bound) => bound === undefined)) return undefined;
    const { price, minutes } = this.#services;
    const from = toCents(price_min ?? 0);
    const to = price_max === undefined ? Number.POSITIVE_INFINITY : toCents(price_max);
    const longest = duration_max ?? Number.POSITIVE_INFINITY;
    return (service) => {
      if (minutes.at(service) > longest) return false;
      const prices = this.#prices.get(service);
      if (prices) return prices.some((cents) => cents >= from && cents <= to);
      return price.at(service) >= from && price.at(service) <= to;
    };
  }
}

function hasOne({ live }: Documents, which: (document: number) => boolean): boolean {
  let found = false;
  live.forEach((document) => {
    found ||= which(document);
  });
  return found;
}

/** When documents of a kind are free, infinite for never, and with which of their categories. */
type Free = { start(document: number): number; categories(document: number): number };

function slotsOfFound(ids: string[], slots: number[]): Map<string, number> {
  return new Map(ids.flatMap((id, at) => (slots[at] === Infinity ? [] : [[id, slots[at] as number] as const])));
}

/** Kinds of places and facts as bits, one each. */
function toldBits(kinds: readonly PlaceKind[], facts: readonly PlaceFact[]): number {
  return bitsOf([
    ...kinds.map((kind) => placeKinds.indexOf(kind)),
    ...facts.map((fact) => placeKinds.length + placeFacts.indexOf(fact)),
  ]);
}

/** Whether a key of starts is of professionals: it has minutes. */
function isOfProfessionals(key: string): boolean {
  return !key.endsWith(' ');
}

/** By what a list is ordered (contract 3): an order that needs a search or a point gives way to one that does not. */
function orderOf({
  sort,
  search,
  near,
}: Query): 'match' | 'relevance' | 'distance' | 'soonest' | 'rating' | 'price' | 'name' {
  const usual = search ? 'relevance' : near ? 'distance' : 'name';
  return sort === undefined || sort === 'relevance' ? usual : sort;
}
