import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { startCalendarServer } from '#server/testing/calendar-server.ts';
import { fetchCalendar, type Reach, refusedAddress } from './fetch-calendar.ts';

let server: Awaited<ReturnType<typeof startCalendarServer>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(listener: RequestListener): Promise<{ host: string; connections: () => number }> {
  let connections = 0;
  server = await startCalendarServer(listener);
  server.server.on('connection', () => connections++);
  return { host: server.host, connections: () => connections };
}

/** What a read brought, or why it brought nothing. */
const read = (address: string, reach: Partial<Reach> = {}, etag: string | null = null) =>
  fetchCalendar(address, etag, { allowed: [], ...reach }).catch((error: Error) => error.message);

const inside = [
  'PORT://127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0177.1',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '255.255.255.255',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '169.254.169.254',
  '169.254.0.1',
  '100.64.0.1',
  '100.127.255.254',
  '198.18.0.1',
  '198.19.255.254',
  '192.0.0.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:8.8.8.8]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[100::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[3fff::1]',
  '[5f00::1]',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  'user@8.8.8.8',
  'user:pass@8.8.8.8',
  ':@127.0.0.1',
  'localhost',
  'localhost.',
  'nowhere.invalid',
].map((host) => host.replace('PORT://', ''));

test('S19: no writing of an inner address, and no name that leads to one, is connected to', async () => {
  const { host, connections } = await serve((_, answer) => answer.end());
  const port = host.split(':')[1];
  // A name of this machine, as a resolver of somebody else's would say it.
  const find = async (name: string) => {
    if (name === 'nowhere.invalid') throw new Error('ENOTFOUND');
    return [{ address: '127.0.0.1', family: 4 }];
  };
  expect(inside.length).toBe(60);
  for (const one of inside) {
    const problem = await read(`https://${one}:${port}/`, { find });
    expect([one, problem]).toEqual([one, one === 'nowhere.invalid' ? expect.any(String) : refusedAddress]);
  }
  for (const address of [`http://8.8.8.8:${port}/`, `ftp://${host}/`, 'file:///etc/passwd', '//8.8.8.8', '', 'x'])
    expect(await read(address, { find })).toBe(refusedAddress);
  expect(connections()).toBe(0);
});

test('S19: what a name leads to is looked at each time, all of it, on every hop, and no other writing is allowed', async () => {
  const { host, connections } = await serve((request, answer) => {
    answer.writeHead(302, { location: new URL(`http://x${request.url}`).searchParams.get('to') ?? '' }).end();
  });
  const port = host.split(':')[1];
  const leads = [
    [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
    [
      { address: '8.8.8.8', family: 4 },
      { address: '::1', family: 6 },
    ],
    [{ address: '::ffff:127.0.0.1', family: 6 }],
    [],
  ];
  for (const found of leads)
    expect(await read(`https://cal.example:${port}/`, { find: async () => found })).toBe(refusedAddress);
  expect(await read(`http://2130706433:${port}/`, { allowed: [host] })).toBe(refusedAddress);
  expect(connections()).toBe(0);
  const find = async () => [{ address: '127.0.0.1', family: 4 }];
  const hops = [
    `https://127.0.0.1:${port}/`,
    `https://cal.example:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://u@${host}/`,
    'gopher://x',
    'webcal://cal.example/',
    `http://8.8.8.8:${port}/`,
    `//8.8.8.8:${port}/`,
    '//[',
  ];
  for (const to of hops.slice(1)) {
    expect(await read(`http://${host}/?to=${encodeURIComponent(to)}`, { allowed: [host], find })).toBe(refusedAddress);
  }
  expect(connections()).toBe(hops.length - 1);
});

test('six hops, an error, 2 MB unpacked, and a slow answer are problems; an ETag is asked with', async () => {
  const { host } = await serve((request, answer) => {
    if (request.url === '/loop') return answer.writeHead(307, { location: '/loop' }).end();
    if (request.url === '/gone') return answer.writeHead(404).end();
    if (request.url === '/bomb') {
      answer.writeHead(200, { 'content-encoding': 'gzip' });
      return answer.end(gzipSync(Buffer.alloc(50 * 1024 * 1024)));
    }
    if (request.url === '/cut') {
      answer.writeHead(200, { 'content-length': '100' });
      answer.write('half');
      return setTimeout(() => answer.destroy(), 20);
    }
    if (request.headers['if-none-match'] === '"one"') return answer.writeHead(304).end();
    return answer.writeHead(200, { etag: '"one"' }).end('feed');
  });
  const allowed = [host];
  expect(await read(`http://${host}/loop`, { allowed })).toBe('It redirects too often.');
  expect(await read(`http://${host}/gone`, { allowed })).toBe('It answered with an error (404).');
  expect(await read(`http://${host}/bomb`, { allowed })).toBe('The calendar is larger than 2 MB.');
  expect(await read(`http://${host}/cut`, { allowed })).toBe("It couldn't be reached.");
  expect(await read(`http://${host}/feed`, { allowed })).toEqual({ text: 'feed', etag: '"one"' });
  expect(await read(`http://${host}/feed`, { allowed }, '"one"')).toBeUndefined();
});
