import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicAddress, lookupOfPublic, NotPublic } from '#server/process/public-address.ts';
import { busyCalendarBounds } from '#shared/constants.ts';
import { CalendarProblem } from './calendar-problem.ts';

export const refusedAddress = 'That address cannot be used.';

/** `find` looks up all addresses of a name; `allowed` are `host:port` pairs that may be private. */
export type Reach = { allowed: readonly string[]; find?: (hostname: string) => Promise<Address[]> };
type Address = { address: string; family: number };

/** What a feed answered; undefined when it still has the same ETag. */
export type Fetched = { text: string; etag: string | null } | undefined;

/**
 * Reads a feed. Throws CalendarProblem for an address that leads inside on any hop, for more than 2 MB, after 10
 * seconds, and for any answer but a whole one.
 */
export async function fetchCalendar(address: string, etag: string | null, reach: Reach): Promise<Fetched> {
  const signal = AbortSignal.timeout(busyCalendarBounds.fetchMs);
  try {
    let at = address;
    for (let hops = 0; hops <= busyCalendarBounds.redirects; hops++) {
      const answer = await ask(at, etag, reach, signal);
      if (typeof answer !== 'string') return answer.fetched;
      at = answer;
    }
  } catch (error) {
    if (error instanceof CalendarProblem) throw error;
    if (error instanceof NotPublic) throw new CalendarProblem(refusedAddress);
    if (signal.aborted) throw new CalendarProblem('It took too long to answer.');
    throw new CalendarProblem("It couldn't be reached.");
  }
  throw new CalendarProblem('It redirects too often.');
}

/** The address as it is kept: `webcal` is read as https. Throws CalendarProblem for what is no such address. */
export function addressOf(typed: string): { url: string; host: string } {
  const text = typed.trim().replace(/^webcal:/i, 'https:');
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new CalendarProblem(refusedAddress);
  const { hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') throw new CalendarProblem(refusedAddress);
  return { url: text.replace(/#.*$/s, ''), host: hostname };
}

const redirects = [301, 302, 303, 307, 308];

/** The next hop's address, or the answer. */
type Answer = string | { fetched: Fetched };

async function ask(
  address: string,
  etag: string | null,
  { allowed, find = addressesOf }: Reach,
  signal: AbortSignal,
): Promise<Answer> {
  const { url: text } = addressOf(address);
  const url = new URL(text);
  const isAllowed = refuseWritten(text, allowed);
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request(url, {
    agent: false,
    signal,
    ...(isAllowed ? {} : { lookup: lookupOfPublic(find) }),
    headers: {
      accept: 'text/calendar, */*;q=0.1',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'Saluni (calendar reader)',
      ...(etag === null ? {} : { 'if-none-match': etag }),
    },
  });
  asked.on('error', reject);
  asked.on('response', async (answer) => {
    try {
      resolve(await read(answer, text, etag));
    } catch (error) {
      reject(error);
    } finally {
      asked.destroy();
    }
  });
  asked.end();
  return promise;
}

async function read(answer: IncomingMessage, address: string, etag: string | null): Promise<Answer> {
  const { statusCode = 0, headers } = answer;
  if (redirects.includes(statusCode) && headers.location !== undefined) return nextAddress(headers.location, address);
  if (statusCode === 304 && etag !== null) return { fetched: undefined };
  if (statusCode !== 200) throw new CalendarProblem(`It answered with an error (${statusCode}).`);
  return { fetched: { text: await wholeText(answer, headers['content-encoding']), etag: headers.etag ?? null } };
}

/** Throws CalendarProblem for an address that leads inside as it is written; otherwise whether its host is allowed. */
export function refuseWritten(text: string, allowed: readonly string[]): boolean {
  const url = new URL(text);
  const isAllowed = allowed.includes(writtenHost(text, url));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isAllowed && (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host))))
    throw new CalendarProblem(refusedAddress);
  return isAllowed;
}

/** Host and port exactly as typed: an allowed host spelled otherwise is not allowed. */
function writtenHost(text: string, { protocol }: URL): string {
  const [, written = ''] = /^https?:\/\/([^/?#]*)/i.exec(text) ?? [];
  const usual = protocol === 'https:' ? 443 : 80;
  return (/:\d+$/.test(written) ? written : `${written}:${usual}`).toLowerCase();
}

/** The target of a redirect: an absolute one as it is written, a relative one resolved; `webcal` is refused. */
function nextAddress(location: string, before: string): string {
  if (/^https?:/i.test(location)) return location;
  if (/^webcal:/i.test(location)) throw new CalendarProblem(refusedAddress);
  if (!URL.canParse(location, before)) throw new CalendarProblem(refusedAddress);
  return new URL(location, before).href;
}

/** Throws CalendarProblem for more than 2 MB after decompression. */
async function wholeText(answer: Readable, encoding = 'identity'): Promise<string> {
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const make = (unpack as Partial<Record<string, typeof createGunzip>>)[encoding.trim().toLowerCase()];
  const unpacked = make ? answer.pipe(make()) : answer;
  answer.on('error', (error) => unpacked.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked) {
    size += chunk.length;
    if (size > busyCalendarBounds.bytes) throw new CalendarProblem('The calendar is larger than 2 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Not by the system's look-up, whose few threads hash passwords, too. */
async function addressesOf(hostname: string): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = found.flatMap((one, index) =>
    one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  if (addresses.length === 0) throw new NotPublic(`${hostname} leads nowhere`);
  return addresses;
}
