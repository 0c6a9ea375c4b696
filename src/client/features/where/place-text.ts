import type { PlaceFact, PlaceKind, PublicPlace } from '#shared/rules/place.ts';

/** As whoever looks for somebody says it. */
export const kindNames: Record<PlaceKind, string> = {
  salon: 'In a salon',
  home: "At the stylist's home",
  mobile: 'They come to you',
};

export const factNames: Record<PlaceFact, string> = {
  step_free: 'Step-free',
  parking: 'Parking',
  women_only: 'Women only',
  children_welcome: 'Children welcome',
  no_pets: 'No pets',
};

const later = "You'll get the address once your booking is confirmed.";

/** What a professional's page says of where they work; `location` is what everybody knows. */
export function placeSentence({ kind, address }: PublicPlace, location: string): string {
  if (kind === 'mobile') return `Comes to you, from ${location}. You'll give your address when you book.`;
  if (kind === 'home') return `Works from home in ${location}. ${later}`;
  return address === null ? `Works in a salon in ${location}. ${later}` : `Works in a salon in ${location}.`;
}
