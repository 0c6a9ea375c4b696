import type { Place } from '#shared/rules/place.ts';

const of = (kind: Place['kind'], address: string | null, more: Partial<Place> = {}): Place => {
  return { kind, address, access_note: null, public: false, facts: [], ...more };
};

/** Where some of the demo's professionals work, by their keys. The streets are invented. */
export const demoPlaces: Record<string, Place> = {
  amara: of('home', '12 Ballandella Street, Footscray VIC 3011', {
    access_note: 'Blue gate beside the house.\nPlease ring twice.',
    facts: ['parking', 'children_welcome'],
  }),
  dele: of('salon', '4/210 Merribell Road, Brunswick VIC 3056', { public: true, facts: ['step_free'] }),
  wanjiru: of('salon', '31 Foxglove Parade, Dandenong VIC 3175', {
    public: true,
    facts: ['step_free', 'parking', 'women_only'],
  }),
  siobhan: of('salon', '2 Tanner Lane, Fitzroy VIC 3065', { access_note: 'Up the stairs, first door.' }),
  leilani: of('mobile', null, { facts: ['children_welcome'] }),
  minhanh: of('salon', '88 Quillby Street, Richmond VIC 3121', { public: true }),
  tendai: of('home', '7 Marrow Avenue, Redfern NSW 2016', { facts: ['no_pets'] }),
  priya: of('mobile', null, { facts: ['women_only'] }),
  sefina: of('home', '19 Wattleby Terrace, West End QLD 4101', { facts: ['parking'] }),
};

/** Where a demo client is visited. */
export function demoHome(client: string): string {
  return `${(client.length * 7) % 90} Sorrel Street, Sunshine VIC 3020`;
}
