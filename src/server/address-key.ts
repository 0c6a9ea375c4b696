import { isIPv6 } from 'node:net';

/** The key that limits count by: the IPv4 address, or the /64 network, because one IPv6 customer has all of it. */
export function addressKey(ip: string): string {
  if (ip.startsWith('::ffff:')) return ip.slice(7);
  if (!ip.includes(':') || !isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return `${[...front, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...back].slice(0, 4).join(':')}::/64`;
}
