import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** The key that limits count by: the IPv4 address, or the /64 network, because one IPv6 customer has all of it. */
export function addressKey(ip: string): string {
  if (ip.startsWith('::ffff:')) return ip.slice(7);
  if (!ip.includes(':') || !isIPv6(ip)) return ip;
  return `${groups(ip).slice(0, 4).join(':')}::/64`;
}

/** A hash of `addressKey`, for rows that are stored for a day or more. */
export function hashedAddressKey(ip: string): string {
  return createHash('sha256').update(addressKey(ip)).digest('base64url');
}

/** The network that an address belongs to: its /24, or of IPv6 its /48, within which providers renew addresses. */
export function networkOf(ip: string): string {
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
  if (plain.includes(':')) return isIPv6(plain) ? `${groups(plain).slice(0, 3).join(':')}::/48` : plain;
  return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The eight groups of an IPv6 address. */
function groups(ip: string): string[] {
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...back];
}
