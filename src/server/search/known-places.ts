import { searchRadiusKm } from '#shared/constants.ts';
import { distanceKm, type Gazetteer, type Point } from './gazetteer.ts';
import type { Listing } from './listing.ts';
import { liesIn, type Place, placeOf, whereaboutsOf } from './places.ts';

/** What a search asks for of a place. */
type AskedPlace = { location?: string | undefined; radius_km?: number | undefined };

/** The places of listings by numbers; listings whose location reads alike share one. */
export class KnownPlaces {
  #gazetteer: Gazetteer;
  #places: Place[] = [];
  #numbers = new Map<string, number>();

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
  }

  at(number: number): Place {
    return this.#places[number] as Place;
  }

  numberOf({ location, locality_id }: Listing): number {
    const key = `${locality_id ?? ''} ${location}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#places.length);
    const locality = locality_id === null ? undefined : this.#gazetteer.byId(locality_id);
    return this.#places.push(placeOf(this.#gazetteer, location, locality)) - 1;
  }

  /** By the number of a place, kilometres from a point; infinite where it is not understood. */
  distancesFrom(near: Point): Float64Array {
    return Float64Array.from(this.#places, ({ point }) => (point ? distanceKm(point, near) : Number.POSITIVE_INFINITY));
  }

  /** Tells by its number whether a place passes the filters of place. */
  within({ location, radius_km }: AskedPlace, distances: Float64Array | undefined): (place: number) => boolean {
    const radius = radius_km ?? searchRadiusKm.usual;
    const whereabouts = location ? whereaboutsOf(this.#gazetteer, location) : undefined;
    if (!location && !distances) return () => true;
    const passes = Uint8Array.from(this.#places, (place, number) => {
      const isWithin = !distances || (distances[number] as number) <= radius;
      return isWithin && (!location || (whereabouts !== undefined && liesIn(place, whereabouts))) ? 1 : 0;
    });
    return (place) => passes[place] === 1;
  }
}
