import { describe, expect, test } from 'vitest';
import { isPublicAddress, publicLookup } from './public-address.ts';

describe('S19: no name leads inside', () => {
  test.each([
    ['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '0.0.0.0', '255.255.255.255'],
    ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1'],
    ['192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1'],
    ['::', '::1', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '::8.8.8.8', '64:ff9b::7f00:1', '64:ff9b:1::1'],
    ['2002:7f00:1::', '2001::1', '2001:db8::1', '2001:2::1', '100::1', 'fc00::1', 'fd12::1', 'fe80::1', 'fec0::1'],
    ['ff02::1', '3fff::1', '4000::1', '5f00::1', 'localhost', 'example.com', ''],
  ])('%s and the like are not public', (...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  test('addresses of the internet are', () => {
    const addresses = ['8.8.8.8', '142.250.70.138', '2404:6800:4006:80f::200a', '2606:4700::1'];
    expect(addresses.filter(isPublicAddress)).toEqual(addresses);
  });

  test('a name that leads here is not found', async () => {
    for (const all of [true, false]) {
      const error = await new Promise((resolve) => publicLookup('localhost', { all }, resolve));
      expect(error).toMatchObject({ message: 'localhost leads to no public address' });
    }
  });
});
