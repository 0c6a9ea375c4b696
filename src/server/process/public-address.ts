import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All global unicast addresses that were given out so far. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address belongs to a machine of the public internet, and leads nowhere else by a detour. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast));
}

type Found = { address: string; family: number }[];

/** A look-up of all addresses of a name, in which one that is not public refuses the name. */
export function lookupOfPublic(find: (hostname: string) => Promise<Found>): LookupFunction {
  return (hostname, { all }, callback) => {
    find(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
          callback(new NotPublic(`${hostname} leads to no public address`), '', 0);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 0),
    );
  };
}

export class NotPublic extends Error {}

/** Finds only public addresses, so that a name never leads inside; it is asked for each connection. */
export const publicLookup = lookupOfPublic((hostname) => lookup(hostname, { all: true }));
