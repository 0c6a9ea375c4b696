import type { Declared, TaggedPictures, Technique, ToldVisits } from '#shared/rules/hair.ts';
import type { PlaceFact, PlaceKind } from '#shared/rules/place.ts';
import type { RatingSum } from '#shared/rules/rating.ts';

/** A professional whom others see, with the services that are listed. */
export type Listing = RatingSum & {
  id: string;
  display_name: string;
  location: string;
  /** What is understood of the location. */
  locality_id: number | null;
  bio: string | null;
  place_kind: PlaceKind | null;
  facts: PlaceFact[];
  specializations: number[];
  /** What they do of hair (`hairWorkOf`). */
  techniques: Declared[];
  told_visits: ToldVisits[];
  tagged_pictures: TaggedPictures[] | null;
  /** Another one after each change of what is not of a service. */
  version: string;
  services: (ListedService | KnownService)[];
};

/** A service in a version that is known. */
export type KnownService = { id: string; version: string; name?: undefined };

export type ListedService = Omit<KnownService, 'name'> & {
  name: string;
  description: string | null;
  category: string;
  technique: Technique | null;
  price_cents: number;
  /** Of its cells; null without variants. */
  prices?: number[] | null;
  minutes: number;
  processing_start_minutes: number | null;
  processing_minutes: number | null;
};
