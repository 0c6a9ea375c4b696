import { type BookingStatus, DAY, type Role } from '../constants.ts';

/** Kinds of places, and what is told of one to everybody (contract 28), in the order of answers. */
export const placeKinds = ['salon', 'home', 'mobile'] as const;
export const placeFacts = ['step_free', 'parking', 'women_only', 'children_welcome', 'no_pets'] as const;
export type PlaceKind = (typeof placeKinds)[number];
export type PlaceFact = (typeof placeFacts)[number];

/** Where a professional works, whole; somebody mobile has no address. */
export type Place = {
  kind: PlaceKind;
  address: string | null;
  access_note: string | null;
  public: boolean;
  facts: PlaceFact[];
};
export type PublicPlace = Pick<Place, 'kind' | 'address' | 'facts'>;
type BookedPlace = Pick<Place, 'kind' | 'address' | 'access_note'>;

/** What everybody sees. */
export function publicPlace(place: Place | null): PublicPlace | null {
  return place && { kind: place.kind, facts: place.facts, address: place.public ? place.address : null };
}

/** For how long after a visit's end its client can look up where it was, days. */
export const placeDays = 30;

/** A booking, as far as it decides who knows where it is; epoch milliseconds. */
type Visit = { status: BookingStatus; end: number; now: number };

/** Whether its client knows where it is, and how to reach the professional. */
export function isPlaceKnown({ status, end, now }: Visit): boolean {
  return (status === 'confirmed' || status === 'completed') && now < end + placeDays * DAY;
}

/** What a booking tells the viewer of its place. */
export function bookedPlace(place: Place | null, visit: Visit, viewer: Role): BookedPlace | null {
  if (!place || viewer === 'admin') return null;
  const { kind, address, access_note } = place;
  if (viewer === 'professional' || isPlaceKnown(visit)) return { kind, address, access_note };
  return visit.status === 'pending' && place.public ? { kind, address, access_note: null } : null;
}

/** Where a visit takes place, as mails and calendars of both sides have it; null where that is not for them, or unknown. */
export function whereOf(
  { place, visit_address }: { place: Place | null; visit_address: string | null },
  visit: Visit,
): string | null {
  if (!isPlaceKnown(visit)) return null;
  if (place?.kind === 'mobile') return visit.status === 'confirmed' ? visit_address : null;
  return place?.address ?? null;
}

/** The address of a client that a booking keeps: nobody else than somebody mobile comes there. */
export function visitAddressAt(place: Place | null, given: string | null | undefined): string | null {
  return place?.kind === 'mobile' ? (given ?? null) : null;
}

/** Of which a change is told to those who come: null without a place. */
export function addressText(place: Place | null): string | null {
  return place && [place.kind, place.address].filter(Boolean).join(' ');
}

/** An address on a map, straight at the map. */
export function mapUrl(address: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`;
}
