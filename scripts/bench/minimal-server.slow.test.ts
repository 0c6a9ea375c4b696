import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { loadMarket, removeBookings } from './load.ts';
import { startMinimalServer } from './minimal-server.ts';
import { type Kind, kinds, makeShots, type Shot } from './shots.ts';

const professionals = 60;
/** Requests compared of each kind: over 200 in all. */
const compared = 24;

const t = useTestApp({ BOOKINGS_PER_HOUR: '0' });
let superuserUrl = '';
let minimal: Awaited<ReturnType<typeof startMinimalServer>>;
let shots: Record<Kind, Shot[]>;

beforeAll(async () => {
  const superuser = new URL(inject('postgres').superuserUrl);
  superuser.pathname = new URL(t.databaseUrl).pathname;
  superuserUrl = superuser.href;
  await loadMarket(superuserUrl, professionals, () => {});
  await showPictures();
  shots = await makeShots(t.databaseUrl);
  minimal = await startMinimalServer(t.databaseUrl);
});
afterAll(() => minimal?.close());

/** Every other professional and service shows a picture, some with words that JSON has to escape. */
async function showPictures(): Promise<void> {
  const card = `jsonb_build_object('key', id, 'alt',
    case when right(id::text, 1) < '8' then 'Locs, "freshly" twisted ✨' else '' end, 'width', 960, 'height', 720)`;
  for (const table of ['professionals', 'services'])
    await t.deps.pool.query(`update ${table} set card_picture = ${card} where right(id::text, 2) < '80'`);
  await t.deps.pool.query(
    `update professionals set profile_picture = '/images/' || id || '/960.webp' where right(id::text, 1) < '8'`,
  );
}

type Answer = { status: number; type: string | null; total: string | null; body: string };

const headersOf = ({ token, body }: Shot): Record<string, string> => ({
  ...(token ? { authorization: `Bearer ${token}` } : {}),
  ...(body ? { 'content-type': 'application/json' } : {}),
});

async function fromOurs(shot: Shot): Promise<Answer> {
  const answer = await t.app.inject({
    method: shot.method,
    url: shot.path,
    headers: headersOf(shot),
    ...(shot.body ? { payload: shot.body } : {}),
  });
  const text = (name: string) => (answer.headers[name] === undefined ? null : String(answer.headers[name]));
  return { status: answer.statusCode, type: text('content-type'), total: text('x-total-count'), body: answer.body };
}

async function fromMinimal(shot: Shot): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${minimal.port}${shot.path}`, {
    method: shot.method,
    headers: headersOf(shot),
    ...(shot.body ? { body: shot.body } : {}),
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    total: answer.headers.get('x-total-count'),
    body: await answer.text(),
  };
}

/**
 * Both answers from their first different character on, and nothing else of equal ones: whole lists would bury what
 * differs.
 */
function excerpts(minimal: Answer, ours: Answer): [Answer, Answer] {
  let at = 0;
  while (at < ours.body.length && ours.body[at] === minimal.body[at]) at++;
  const cut = ({ body, ...rest }: Answer) => ({ ...rest, body: body.slice(Math.max(0, at - 120), at + 120) });
  return [cut(minimal), cut(ours)];
}

test.each(kinds.filter((kind) => kind !== 'booking'))(
  '%s: the minimal server answers what ours answers, byte for byte',
  async (kind) => {
    const chosen = shots[kind].slice(0, compared);
    expect(chosen).toHaveLength(compared);
    for (const shot of chosen) {
      const ours = await fromOurs(shot);
      expect(ours.status).toBe(kind === 'taken-slot' ? 409 : 200);
      const [theirs, own] = excerpts(await fromMinimal(shot), ours);
      expect(theirs).toEqual(own);
    }
  },
);

test('booking: the same slot answers the same on both, but for the id, the moment and the expiry', async () => {
  const withoutMoments = ({ body, ...rest }: Answer) => ({
    ...rest,
    body: body.replace(/^\{"id":"[^"]+"/, '{').replace(/"(created_at|expires_at)":"[^"]+"/g, '"$1":""'),
  });
  for (const shot of shots.booking.slice(0, compared)) {
    const ours = await fromOurs(shot);
    expect(ours.status).toBe(201);
    await removeBookings(superuserUrl);
    expect(withoutMoments(await fromMinimal(shot))).toEqual(withoutMoments(ours));
    expect((await fromMinimal(shot)).status).toBe(409);
    await removeBookings(superuserUrl);
  }
});
