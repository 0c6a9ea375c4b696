import { isolated } from './isolated.ts';

/** What bookings say of a guest whom their professional has forgotten. */
export const formerGuest = 'Former guest';

/** Who comes, as a booking says it to its professional: a client, or a guest as they were typed. */
type Person = {
  client: { first_name: string; last_name: string } | null;
  guest?: { name: string } | null | undefined;
};

/** The name that is left of a client whose account was deleted. */
export const formerClient = { first_name: 'Former', last_name: 'client' } as const;

/** The whole name of whom a booking is for. */
export function personName({ client, guest }: Person): string {
  if (guest) return isolated(guest.name);
  return client ? isolated(`${client.first_name} ${client.last_name}`.trim()) : formerGuest;
}

/** The first name of whom a booking is for; a guest's name as it was typed, where nobody knows which word that is. */
export function personFirstName({ client, guest }: Person): string {
  return guest || !client ? personName({ client, guest }) : isolated(client.first_name);
}

/** `Zuri S.`: the initial keeps its marks. */
export function shortName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  const [first] = new Intl.Segmenter('en').segment(last_name);
  return first ? `${first_name} ${first.segment}.` : first_name;
}
