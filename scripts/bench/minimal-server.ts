import { hash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Listed, type MinimalSearch, minimalSearch } from './minimal-search.ts';
import { statements } from './minimal-statements.ts';

/**
 * The yardstick: the same answers (`minimal-server.slow.test.ts` compares them), written for speed alone: `node:http`, one
 * prepared statement a request, JSON by hand, searches as they were at the start. It checks no input, no limits and no
 * rights, and takes no locks.
 */
type Row = (string | null)[];
type Answer = { status: number; body: string; headers?: Record<string, string> };

// Values stay the text that PostgreSQL sends.
const types = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

const minute = 60_000;
const day = 86_400_000;
const json = JSON.stringify;
const textOrNull = (value: string | null | undefined) => (value == null ? 'null' : json(value));
const bool = (value: string | null | undefined) => value === 't';
const dollars = (cents: string | null | undefined) => Number(cents) / 100;
/** `2026-11-26 09:30:00+00`, with or without milliseconds, as ISO. */
function iso(text: string | null | undefined): string {
  if (text == null) return '';
  const fraction = text.slice(20, -3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
}

const specializations = [
  '',
  'Barber',
  'Braider',
  'Colorist for Textured Hair',
  'Curl Specialist',
  'Loctician',
  'Natural Hair Stylist',
  'Scalp Care Specialist',
  'Silk Press Specialist',
  'Weave and Wig Specialist',
];

/** PUBLIC_URL's default, which begins the addresses of pictures. */
const pictures = 'http://localhost:3000/images/';
type Card = { key: string; alt: string; width: number; height: number; focus?: { x: number; y: number } };
function pictureJson(card: string | null | undefined): string {
  if (card == null) return 'null';
  const { key, alt, width, height, focus } = JSON.parse(card) as Card;
  return (
    `{"url":"${pictures}${key}/${width}.webp","alt":${json(alt)},"width":${width},"height":${height},` +
    `"focus":${JSON.stringify(focus ?? { x: 0.5, y: 0.5 })}}`
  );
}

function serviceJson(r: Row): string {
  return (
    `{"id":"${r[0]}","name":${json(r[1])},"description":${textOrNull(r[2])},"service_duration_minutes":${r[3]},` +
    `"price":${dollars(r[4])},"is_active":${bool(r[5])},"category":"${r[6]}",` +
    `"processing_start_minutes":null,"processing_minutes":null,"professional":{"id":"${r[7]}",` +
    `"display_name":${json(r[8])},"location":${json(r[9])},"time_zone":"${r[11]}","next_free":${nextFree(r, 12)}},` +
    `"picture":${pictureJson(r[10])}}`
  );
}

function professionalJson(r: Row, more = ''): string {
  const chosen = r[8] ? r[8].split(',').map((id) => `{"id":${id},"name":"${specializations[Number(id)]}"}`) : [];
  const picture = textOrNull(r[6]?.startsWith('/images/') ? pictures + r[6].slice(8) : r[6]);
  return (
    `{"id":"${r[0]}","display_name":${json(r[1])},"professional_type":"${r[2]}","location":${json(r[3])},` +
    `"bio":${textOrNull(r[4])},"experience_years":${r[5]},"profile_picture":${picture},"is_active":${bool(r[7])},` +
    `"specializations":[${chosen}],"time_zone":"${r[9]}"${more}}`
  );
}
/** The bench's professionals have no weekly hours. */
function profileJson(r: Row): string {
  const rules = `"instant_confirmation":${bool(r[10])},"cancellation_cutoff_hours":${r[11]}`;
  return professionalJson(
    r,
    `,${rules},"cancellation_policy":${textOrNull(r[12])},"handle":${textOrNull(r[13])},"opening_hours":[]`,
  );
}
function listedJson(r: Row): string {
  const price = r[11] == null ? 'null' : dollars(r[11]);
  return professionalJson(r, `,"picture":${pictureJson(r[10])},"price_from":${price},"next_free":${nextFree(r, 12)}`);
}

type BookingRow = {
  id: Row[number];
  status: string;
  start: Row[number];
  end: Row[number];
  created: Row[number];
  expires: Row[number];
  price: Row[number];
  notes: Row[number];
  cancelledBy: Row[number];
  reason: Row[number];
  professional: string;
  client: Row;
  services: Row[];
  previous: Row[number];
  cutoff: Row[number];
  policy: Row[number];
  noShow: boolean;
};

/** The start less the cut-off, but 15 minutes after the booking was made at least, and the start at most. */
function cancelUntil({ start, created, cutoff }: BookingRow): string {
  if (Number(cutoff) === 0) return iso(start);
  const begins = Date.parse(iso(start));
  const until = Math.max(begins - Number(cutoff) * 60 * minute, Date.parse(iso(created)) + 15 * minute);
  return new Date(Math.min(begins, until)).toISOString();
}

/** The bench's bookings have one part, no guest, and no request for another time. */
function bookingJson(b: BookingRow, viewer: 'client' | 'professional'): string {
  const services = b.services.map(
    ([id, name, cents, minutes]) =>
      `{"id":"${id}","name":${json(name)},"price":${dollars(cents)},"service_duration_minutes":${minutes}}`,
  );
  const [first = []] = b.services;
  const expiry = b.status === 'pending' ? `,"expires_at":"${iso(b.expires)}"` : '';
  const cancelledBy = b.cancelledBy ? `,"cancelled_by":"${b.cancelledBy}"` : '';
  const contact = viewer === 'professional' ? `,"guest":null,"contact_id":"${b.client[0]}"` : '';
  const previous = b.previous ? `"${iso(b.previous)}"` : 'null';
  const reason = b.reason ? `,"cancel_reason":${json(b.reason)}` : '';
  return (
    `{"id":"${b.id}","status":"${b.status}","start_time":"${iso(b.start)}","end_time":"${iso(b.end)}",` +
    `"segments":[{"start_time":"${iso(b.start)}","end_time":"${iso(b.end)}"}],` +
    `"created_at":"${iso(b.created)}"${expiry},"total_price":${dollars(b.price)},"notes":${textOrNull(b.notes)}` +
    `${cancelledBy}${reason},"service":{"id":"${first[0]}","name":${json(first[1])}},"services":[${services}],` +
    `"professional":${b.professional},"client":{"id":"${b.client[0]}","first_name":${json(b.client[1])},` +
    `"last_name":${json(b.client[2])}}${contact},"reschedule":null,"previous_start_time":${previous},` +
    `"cancel_until":"${cancelUntil(b)}","cancellation_policy":${textOrNull(b.policy)},"no_show":${b.noShow}}`
  );
}

const partyJson = (
  id: string | null | undefined,
  name: string | null | undefined,
  location: string | null | undefined,
  zone: string | null | undefined,
) => `{"id":"${id}","display_name":${json(name)},"location":${json(location)},"time_zone":"${zone}"}`;

// Free times
// -------------------------------------------------------------------------------------------------------------

const clock = Array.from({ length: 1_440 }, (_, m) => new Date(m * minute).toISOString().slice(10));
const dates = new Map<number, string>();
function dateOf(n: number): string {
  let text = dates.get(n);
  if (text === undefined) {
    text = new Date(n * day).toISOString().slice(0, 10);
    dates.set(n, text);
  }
  return text;
}
function instant(ms: number): string {
  const n = Math.floor(ms / day);
  return dateOf(n) + clock[(ms - n * day) / minute];
}

/** One sweep over windows and busy times, both sorted; `length` and the rest in milliseconds. */
function slotsJson(
  windows: string[][],
  busy: number[],
  earliest: number,
  until: number,
  length: number,
  step: number,
  buffer: number,
): string {
  let text = '';
  let b = 0;
  for (const [id, startText, endText] of windows) {
    const start = Number(startText) * 1_000;
    const end = Number(endText) * 1_000;
    text += `${text && ','}{"id":"${id}","start_time":"${instant(start)}",`;
    text += `"end_time":"${instant(end)}","available_slots":[`;
    let first = true;
    for (let at = start; at + length <= end; ) {
      if (at <= earliest) {
        at += step;
        continue;
      }
      if (at >= until) break;
      while (b < busy.length && (busy[b + 1] as number) + buffer <= at) b += 2;
      if (b < busy.length && (busy[b] as number) - buffer < at + length) {
        at += step * Math.max(1, Math.ceil(((busy[b + 1] as number) + buffer - at) / step));
        continue;
      }
      text += `${first ? '' : ','}{"start_time":"${instant(at)}","end_time":"${instant(at + length)}"}`;
      first = false;
      at += step;
    }
    text += ']}';
  }
  return `[${text}]`;
}

/** Instants as PostgreSQL sends them, `\x` and eight bytes each, to epoch milliseconds: start, end, start, end, ... */
function instants(hex: string | null | undefined): number[] {
  if (!hex) return [];
  const bytes = Buffer.from(hex.slice(2), 'hex');
  const all: number[] = [];
  for (let i = 0; i < bytes.length; i += 8)
    all.push(946_684_800_000 + (bytes.readInt32BE(i) * 4_294_967_296 + bytes.readUInt32BE(i + 4)) / 1000);
  return all;
}

/**
 * From column `c` on: length, interval, notice, buffer in minutes, now, windows and busy times. One sweep that ends at
 * the first start.
 */
function nextFree(r: Row, c: number): string {
  const windows = instants(r[c + 5]);
  if (r[c] == null || windows.length === 0) return 'null';
  const [length = 0, step = 0, notice = 0, buffer = 0] = r.slice(c, c + 4).map((minutes) => Number(minutes) * minute);
  const now = Number(r[c + 4]);
  const busy = instants(r[c + 6]);
  const until = now + 14 * day;
  let b = 0;
  for (let w = 0; w < windows.length; w += 2) {
    const start = windows[w] as number;
    const last = Math.min((windows[w + 1] as number) - length, until - 1);
    let at = start + step * Math.max(0, Math.floor((now + notice - start) / step) + 1);
    while (at <= last) {
      while (b < busy.length && (busy[b + 1] as number) + buffer <= at) b += 2;
      if (b >= busy.length || (busy[b] as number) - buffer >= at + length) return `"${instant(at)}"`;
      at += step * Math.ceil(((busy[b + 1] as number) + buffer - at) / step);
    }
  }
  return 'null';
}

// Requests
// ---------------------------------------------------------------------------------------------------------------

type Run = (name: keyof typeof statements, values: unknown[]) => Promise<Row[]>;

const notFound = (what: string): Answer => ({ status: 404, body: `{"detail":"${what} not found"}` });
const tokenHash = (request: IncomingMessage) =>
  hash('sha256', request.headers.authorization?.slice('Bearer '.length) ?? '');

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => resolve(text));
    request.on('error', reject);
  });
}

/**
 * A page of rows whose last column is the total; the statement returns one row of nulls and the total for an empty
 * page.
 */
function page(rows: Row[], write: (row: Row) => string, skip: number, limit: number): Answer {
  const results = rows.filter(([id]) => id !== null).map(write);
  return {
    status: 200,
    body: `{"results":[${results}],"total":${rows[0]?.at(-1) ?? 0},"skip":${skip},"limit":${limit}}`,
  };
}

async function read(
  run: Run,
  find: MinimalSearch,
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
): Promise<Answer> {
  const [, feature, first = '', second = ''] = path.split('/');
  const skip = Number(query.get('skip') ?? 0);
  const limit = Number(query.get('limit') ?? 20);
  if (feature === 'services') {
    const search = query.get('search');
    const category = query.get('category');
    if (search) {
      const { ids, total } = find(search, skip, limit);
      const rows = ids.length > 0 ? await run('servicesByIds', [ids]) : [];
      return {
        status: 200,
        body: `{"results":[${rows.map(serviceJson)}],"total":${total},"skip":${skip},"limit":${limit}}`,
      };
    }
    if (category) {
      const also = aliases[category];
      const rows = also
        ? await run('twoCategories', [limit, skip, category, also])
        : await run('category', [limit, skip, category]);
      return page(rows, serviceJson, skip, limit);
    }
    return page(await run('services', [limit, skip]), serviceJson, skip, limit);
  }
  if (feature === 'professionals' && !first)
    return page(await run('professionals', [limit, skip]), listedJson, skip, limit);
  if (feature === 'professionals') {
    const [row] = await run('professional', [first]);
    const body = row && profileJson(row);
    return body ? { status: 200, body } : notFound('Professional');
  }
  if (feature === 'availability') return slots(await run('slots', [second]));
  return bookings(await run('professionalBookings', [tokenHash(request), second, 100, 0]), second);
}

/** The filter's categories that also find another one (contract 3). */
const aliases: Record<string, string> = { 'Cuts and Trims': 'Haircut', 'Protective Styles': 'Braids' };

function slots([row]: Row[]): Answer {
  if (!row) return notFound('Professional');
  const [now = 0, step = 0, notice = 0, buffer = 0] = (row[0] ?? '').split(',').map(Number);
  const windows = row[1] ? row[1].split(';').map((one) => one.split(',')) : [];
  const busy = instants(row[2]);
  return {
    status: 200,
    headers: { 'x-total-count': String(windows.length) },
    body: slotsJson(windows, busy, now + notice * minute, now + 60 * day, 30 * minute, step * minute, buffer * minute),
  };
}

function bookings(rows: Row[], id: string): Answer {
  const [head] = rows;
  if (!head) return notFound('Professional');
  const professional = partyJson(id, head[0], head[1], head[2]);
  const byBooking = new Map<string, BookingRow>();
  for (const r of rows) {
    if (r[4] == null) continue;
    const known = byBooking.get(r[4]);
    const service = r.slice(21);
    if (known) known.services.push(service);
    else
      byBooking.set(r[4], {
        id: r[4],
        status: r[5] ?? '',
        start: r[6] ?? null,
        end: r[7] ?? null,
        created: r[8] ?? null,
        expires: r[9] ?? null,
        price: r[10] ?? null,
        notes: r[11] ?? null,
        cancelledBy: r[12] ?? null,
        reason: r[13] ?? null,
        professional,
        client: r.slice(18, 21),
        services: [service],
        previous: r[14] ?? null,
        cutoff: r[15] ?? null,
        policy: r[16] ?? null,
        noShow: bool(r[17]),
      });
  }
  return {
    status: 200,
    body: `[${[...byBooking.values()].map((one) => bookingJson(one, 'professional'))}]`,
    headers: { 'x-total-count': head[3] ?? '0' },
  };
}

const taken: Answer = { status: 409, body: '{"detail":"That time is no longer available."}' };

async function book(run: Run, request: IncomingMessage): Promise<Answer> {
  const given = JSON.parse(await bodyOf(request)) as {
    professional_id: string;
    service_ids: string[];
    start_time: string;
    total_price: number;
    notes: string;
  };
  const values = [
    tokenHash(request),
    given.professional_id,
    given.service_ids,
    given.start_time,
    Math.round(given.total_price * 100),
    given.notes,
  ];
  const rows = await run('book', values).catch((error: { code?: string }) => {
    if (error.code === '40P01') return [];
    throw error;
  });
  if (rows.length === 0) return taken;
  const made = rows.map(([one]) => JSON.parse(one ?? '[]') as Row);
  const [r = []] = made;
  const professional = partyJson(r[6], r[7], r[8], r[9]);
  const times = { start: r[1] ?? null, end: r[2] ?? null, created: r[3] ?? null, expires: r[4] ?? null };
  const rest = {
    id: r[0] ?? null,
    price: r[5] ?? null,
    status: 'pending',
    notes: given.notes,
    cancelledBy: null,
    reason: null,
    professional,
    client: r.slice(10, 13),
    services: made.map((one) => one.slice(15)),
    previous: null,
    cutoff: r[13] ?? null,
    policy: r[14] ?? null,
    noShow: false,
  };
  return { status: 201, body: bookingJson({ ...times, ...rest }, 'client') };
}

/** Starts the server on a free loopback port. */
export async function startMinimalServer(databaseUrl: string): Promise<{ port: number; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options: '-c timezone=UTC -c jit=off', types });
  const run: Run = async (name, values) =>
    (await pool.query({ name, text: statements[name], values, rowMode: 'array' })).rows;
  const find = minimalSearch((await run('listedServices', [])) as unknown as Listed[]);
  const send = (response: ServerResponse, { status, body, headers }: Answer) => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...headers,
    });
    response.end(body);
  };
  const server = http.createServer(async (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    try {
      send(
        response,
        await (request.method === 'POST'
          ? book(run, request)
          : read(run, find, path, new URLSearchParams(query), request)),
      );
    } catch (error) {
      console.error(error);
      send(response, { status: 500, body: '{"detail":"Internal server error"}' });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', async ({ databaseUrl }: { databaseUrl: string }) => {
    const { port } = await startMinimalServer(databaseUrl);
    process.send?.({ port });
  });
}
