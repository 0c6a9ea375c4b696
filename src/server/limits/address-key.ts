import { createHash } from 'node:crypto';
import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/** The key that limits count by: the IPv4 address, or the /64 network, because one IPv6 customer has all of it. */
export function addressKey(ip: string): string {
  const address = plain(ip);
  return isIPv6(address) ? `${groups(address).slice(0, 4).join(':')}::/64` : address;
}

/** A hash of `addressKey`, for rows that are stored for a day or more. */
export function hashedAddressKey(ip: string): string {
  return createHash('sha256').update(addressKey(ip)).digest('base64url');
}

/** The network that an address belongs to: its /24, or of IPv6 its /48, within which providers renew addresses. */
export function networkOf(ip: string): string {
  const address = plain(ip);
  if (isIPv6(address)) return `${groups(address).slice(0, 3).join(':')}::/48`;
  return `${address.split('.').slice(0, 3).join('.')}.0/24`;
}

/** One spelling of an address as sockets and proxies give it: without port and zone, IPv4 in IPv6 as IPv4. */
function plain(ip: string): string {
  if (isIPv4(ip)) return ip;
  const [given = ''] = ip.split('%');
  const address = SocketAddress.parse(isIPv6(given) ? `[${given}]` : given)?.address ?? given;
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/** The eight groups of an IPv6 address. */
function groups(ip: string): string[] {
  const [head = '', tail] = ip.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...back];
}
