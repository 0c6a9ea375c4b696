import sharp from 'sharp';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createPool } from '#server/db/connect.ts';
import { sweepImages } from '#server/features/images/upload-image.ts';
import { openTestApp, storeAway, useTestApp } from '#server/testing/app.ts';
import type { Person, ProfessionalPerson } from '#server/testing/make.ts';
import { HOUR, pictureBounds } from '#shared/constants.ts';
import type { Picture } from '#shared/pictures.ts';
import { addPicture } from './add-picture.ts';

/** Contract 3: the pictures that professionals show. */

const t = useTestApp({}, { store: true });
const origin = 'http://localhost:3000';

let file: Buffer;
beforeAll(async () => {
  file = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#4a1942' } })
    .png()
    .toBuffer();
});

async function objects(): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of t.deps.images.storedBefore(Date.now() + HOUR)) keys.push(...page);
  return keys.sort();
}

async function rows(): Promise<string[]> {
  const found = await t.deps.db.selectFrom('professional_pictures').select('storage_key').execute();
  return found.map(({ storage_key }) => storage_key).sort();
}

const keyOf = ({ url }: Picture) => url.split('/').at(-2) ?? '';
const pathOf = (url: string) => new URL(url).pathname;
const shownTo = async (viewer: Person | null, id: string) =>
  (await t.rest.call(viewer, 'pictures.ofProfessional', { id })).body as Picture[];
const idsOf = (pictures: Picture[]) => pictures.map(({ id }) => id);

async function addAs(person: Person, more: Record<string, unknown> = {}): Promise<Picture> {
  const { status, body } = await t.rest.call(person, 'pictures.add', { kind: 'work', file, ...more });
  expect([status, body]).toMatchObject([201, {}]);
  return body as Picture;
}

async function someOf({ professionalId }: ProfessionalPerson, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) ids.push(await t.make.picture(professionalId, { alt: `Number ${made}` }));
  return ids;
}

describe('pictures', () => {
  const api = () => t.rest;

  test('a picture has its focus where it draws the eye, until its professional sets another', async () => {
    const person = await t.make.professional();
    const face = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="1000"><rect width="600" height="1000" fill="#ddd"/>' +
        '<circle cx="450" cy="200" r="60" fill="#c33"/><circle cx="450" cy="200" r="20" fill="#fff"/></svg>',
    );
    const tall = await sharp(face).png().toBuffer();
    const made = await addAs(person, { file: tall });
    expect(made.focus.x).toBeGreaterThan(0.6);
    expect(made.focus.y).toBeLessThan(0.4);
    const change = (focus: unknown) => api().call(person, 'pictures.change', { id: made.id, focus });
    expect(await change({ x: 0.25, y: 1 })).toMatchObject({ status: 200, body: { focus: { x: 0.25, y: 1 } } });
    expect(await shownTo(null, person.professionalId)).toMatchObject([{ focus: { x: 0.25, y: 1 } }]);
    for (const wrong of [{ x: 1.1, y: 0 }, { x: -0.1, y: 0 }, { x: 0.5 }, 'middle', null])
      expect((await change(wrong)).status).toBe(422);
    const other = await t.make.professional();
    expect((await api().call(other, 'pictures.change', { id: made.id, focus: { x: 0, y: 0 } })).status).toBe(404);
  });

  test('a picture of work is stored, listed for everyone in its position, and its file is served', async () => {
    const person = await t.make.professional();
    const service_id = await t.make.service(person.professionalId);
    await someOf(person, 2);
    const words = { alt: ' Cornrows, straight back ', caption: 'Four hours', service_id };
    const { status, body } = await api().call(person, 'pictures.add', { kind: 'work', file, ...words });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        url: expect.stringMatching(/^http:\/\/localhost:3000\/images\/[0-9a-f-]{36}\/60\.webp$/),
        alt: 'Cornrows, straight back',
        caption: 'Four hours',
        service_id,
        width: 60,
        height: 40,
        position: 2,
        focus: { x: expect.any(Number), y: expect.any(Number) },
        technique: null,
        texture: null,
      },
    ]);
    const listed = await api().call(null, 'pictures.ofProfessional', { id: person.professionalId });
    expect([listed.status, listed.headers['x-total-count']]).toEqual([200, '3']);
    expect((listed.body as Picture[]).at(-1)).toEqual(body);
    const second = await api().call(null, 'pictures.ofProfessional', { id: person.professionalId, skip: 1, limit: 1 });
    expect([second.body, second.headers['x-total-count']]).toEqual([(listed.body as Picture[]).slice(1, 2), '3']);
    expect((await api().call(null, 'pictures.ofService', { id: service_id })).body).toEqual([body]);
    const answer = await t.app.inject(pathOf((body as Picture).url));
    expect([answer.statusCode, answer.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
  });

  test('without words a picture has none; an unknown kind is 422 at the query, a missing file in the body', async () => {
    const person = await t.make.professional();
    expect((await api().call(person, 'pictures.add', { kind: 'work', file })).body).toMatchObject({
      alt: '',
      caption: null,
      service_id: null,
      position: 0,
    });
    for (const kind of [undefined, 'service', 'Profile', ['work', 'profile']]) {
      expect(await api().call(person, 'pictures.add', { kind, file })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'kind'] }] },
      });
    }
    // A4: what the call does not know is ignored.
    const names = [
      'id',
      'role',
      'user_id',
      'professional_id',
      'client_id',
      'status',
      'created_at',
      'url',
      'storage_key',
      'width',
      'position',
    ];
    const unknown = Object.fromEntries(names.map((field) => [field, '7']));
    const { id, url, width, position } = await addAs(person, unknown);
    expect([id === '7', url === '7', width, position]).toEqual([false, false, 60, 1]);
    const none = await api().call(person, 'pictures.add', { kind: 'work' });
    expect(none).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'file'] }] } });
  });

  test('a profile picture replaces the one before, is the profile’s address, and goes with its deletion', async () => {
    const person = await t.make.professional();
    const shown = async () =>
      (
        (await api().call(null, 'professionals.byId', { id: person.professionalId })).body as {
          profile_picture: string | null;
        }
      ).profile_picture;
    const add = async () =>
      (await api().call(person, 'pictures.add', { kind: 'profile', file, alt: 'Me' })).body as Picture;
    const first = await add();
    expect(await shown()).toBe(first.url);
    const second = await add();
    expect(await shown()).toBe(second.url);
    expect((await t.app.inject(pathOf(first.url))).statusCode).toBe(404);
    expect((await t.app.inject(pathOf(second.url))).statusCode).toBe(200);
    expect(await shownTo(null, person.professionalId)).toEqual([]);
    const service_id = await t.make.service(person.professionalId);
    const before = await objects();
    for (const refused of [
      await api().call(person, 'pictures.change', { id: second.id, service_id }),
      await api().call(person, 'pictures.add', { kind: 'profile', file, service_id }),
    ])
      expect(refused).toMatchObject({ status: 409, body: { detail: 'A profile picture shows no service.' } });
    expect(await objects()).toEqual(before);
    expect((await api().call(person, 'pictures.delete', { id: second.id })).status).toBe(204);
    expect(await shown()).toBeNull();
    expect((await t.app.inject(pathOf(second.url))).statusCode).toBe(404);
    expect((await api().call(person, 'pictures.delete', { id: second.id })).status).toBe(404);
  });

  test('`profile_picture` answers and accepts our own addresses, and no other server’s that look like them', async () => {
    const person = await t.make.professional();
    const { url } = (await api().call(person, 'pictures.add', { kind: 'profile', file })).body as Picture;
    const profile = (await api().call(person, 'professionals.profile')).body as Record<string, unknown>;
    const save = (profile_picture: string | null) =>
      api().call(person, 'professionals.updateMe', { ...profile, profile_picture });
    for (const own of [url, pathOf(url)])
      expect(await save(own)).toMatchObject({ status: 200, body: { profile_picture: url } });
    expect(await rows()).toContain(keyOf({ url } as Picture));
    const bad = url.replace(origin, 'http://pictures.example');
    for (const one of [
      bad,
      `http://localhost:3001${pathOf(url)}`,
      `${url}?x`,
      url.replace('.webp', '.svg'),
      `//host${pathOf(url)}`,
    ]) {
      expect(await save(one)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'profile_picture'], msg: 'Must be a valid URL' }] },
      });
    }
    const elsewhere = await t.at('0 seconds', { PUBLIC_IMAGE_BASE_URL: 'https://cdn.example/salon' });
    expect((await elsewhere.rest.call(person, 'professionals.profile')).body).toMatchObject({
      profile_picture: url.replace(origin, 'https://cdn.example/salon'),
    });
    expect(
      (await elsewhere.rest.call(person, 'professionals.updateMe', { ...profile, profile_picture: url })).status,
    ).toBe(200);
    expect(await save('https://pictures.example/me.jpg')).toMatchObject({
      status: 200,
      body: { profile_picture: 'https://pictures.example/me.jpg' },
    });
    expect((await t.app.inject(pathOf(url))).statusCode).toBe(404);
  });

  test('24 pictures of work and 3 of each service, and no more', async () => {
    const person = await t.make.professional();
    await someOf(person, pictureBounds.work - 1);
    const last = (await api().call(person, 'pictures.add', { kind: 'work', file })).body as Picture;
    const before = await objects();
    expect(await api().call(person, 'pictures.add', { kind: 'work', file })).toMatchObject({
      status: 409,
      body: { detail: 'You can show at most 24 pictures of your work.' },
    });
    expect(await objects()).toEqual(before);
    const id = await t.make.service(person.professionalId);
    for (let made = 0; made < 3; made++) {
      expect(await api().call(person, 'pictures.addOfService', { id, file, alt: 'Braids' })).toMatchObject({
        status: 201,
        body: { service_id: id, position: 24 + made },
      });
    }
    const full = { status: 409, body: { detail: 'A service can show at most 3 pictures.' } };
    expect(await api().call(person, 'pictures.addOfService', { id, file })).toMatchObject(full);
    expect(await api().call(person, 'pictures.change', { id: last.id, service_id: id })).toMatchObject(full);
    expect(((await api().call(null, 'pictures.ofService', { id })).body as Picture[]).length).toBe(3);
    // As a picture of work, which it would become, it is one too many.
    const [own] = (await api().call(null, 'pictures.ofService', { id })).body as [Picture];
    expect((await api().call(person, 'pictures.change', { id: own.id, service_id: null })).status).toBe(409);
    expect((await api().call(person, 'pictures.change', { id: own.id, service_id: id, alt: 'Long' })).status).toBe(200);
  });

  test('a picture moves to a position, its words change, and what is absent stays', async () => {
    const person = await t.make.professional();
    const [a, b, c] = (await someOf(person, 3)) as [string, string, string];
    const change = (id: string, more: object) => api().call(person, 'pictures.change', { id, ...more });
    expect((await change(c, { position: 0 })).body).toMatchObject({ id: c, position: 0, alt: 'Number 2' });
    expect(idsOf(await shownTo(null, person.professionalId))).toEqual([c, a, b]);
    expect((await change(c, { position: 10_000, alt: '', caption: 'Last' })).body).toMatchObject({
      position: 2,
      alt: '',
      caption: 'Last',
    });
    expect((await change(c, { caption: null })).body).toMatchObject({ position: 2, caption: null });
    expect((await change(a, {})).body).toMatchObject({ alt: 'Number 0', position: 0 });
    expect((await api().call(person, 'pictures.delete', { id: a })).status).toBe(204);
    expect((await shownTo(null, person.professionalId)).map(({ id, position }) => [id, position])).toEqual([
      [b, 0],
      [c, 1],
    ]);
    for (const position of [-1, 0.5, '0', 10_001]) expect((await change(b, { position })).status).toBe(422);
    const other = await t.make.professional();
    expect((await api().call(other, 'pictures.change', { id: b, alt: 'Mine' })).status).toBe(404);
    expect((await api().call(other, 'pictures.delete', { id: b })).status).toBe(404);
  });

  test('a picture shows only an own service: another’s is 403 at its address and 404 in a body, a deleted one 404', async () => {
    const [person, other] = [await t.make.professional(), await t.make.professional()];
    const [foreign, gone] = [await t.make.service(other.professionalId), await t.make.service(person.professionalId)];
    await api().call(person, 'services.delete', { id: gone });
    const [id = ''] = await someOf(person, 1);
    expect((await api().call(person, 'pictures.addOfService', { id: foreign, file })).status).toBe(403);
    expect((await api().call(person, 'pictures.addOfService', { id: gone, file })).status).toBe(404);
    // A file that is none is said first (contract 2).
    expect((await api().call(person, 'pictures.addOfService', { id: foreign, file: Buffer.from('x') })).status).toBe(
      415,
    );
    for (const service_id of [foreign, gone]) {
      const missing = { status: 404, body: { detail: 'Service not found' } };
      expect(await api().call(person, 'pictures.add', { kind: 'work', file, service_id })).toMatchObject(missing);
      expect(await api().call(person, 'pictures.change', { id, service_id })).toMatchObject(missing);
    }
  });

  test('what others do not see shows no pictures to them: a hidden professional, a hidden service', async () => {
    const person = await t.make.professional();
    const service = await t.make.service(person.professionalId, { is_active: false });
    await t.make.picture(person.professionalId, { service_id: service });
    const viewers = { nobody: null, client: await t.make.client(), person, admin: await t.make.admin() };
    const ask = async (procedure: string, id: string) => {
      const entries = Object.entries(viewers).map(
        async ([who, viewer]) => [who, (await api().call(viewer, procedure, { id })).status] as const,
      );
      return Object.fromEntries(await Promise.all(entries));
    };
    const hidden = { nobody: 404, client: 404, person: 200, admin: 200 };
    expect(await ask('pictures.ofService', service)).toEqual(hidden);
    expect((await shownTo(null, person.professionalId))[0]?.service_id).toBeNull();
    expect((await shownTo(person, person.professionalId))[0]?.service_id).toBe(service);
    await t.make.change('professionals', person.professionalId, { is_active: false });
    expect(await ask('pictures.ofProfessional', person.professionalId)).toEqual(hidden);
  });

  test('lists carry the first picture, through every change', async () => {
    const person = await t.make.professional({ display_name: 'Listed' });
    const [one, two] = [await t.make.service(person.professionalId), await t.make.service(person.professionalId)];
    const search = 'Listed';
    const cards = async () => {
      const listed = (await api().call(null, 'professionals.list', { search })).body as {
        results: { picture: { alt: string } | null }[];
      };
      const all = (await api().call(null, 'services.list', { limit: 100 })).body as {
        results: { id: string; picture: { alt: string } | null }[];
      };
      const of = (id: string) => all.results.find((service) => service.id === id)?.picture?.alt ?? null;
      return [listed.results[0]?.picture?.alt ?? null, of(one), of(two)];
    };
    await t.deps.search.refresh(person.professionalId);
    expect(await cards()).toEqual([null, null, null]);
    const { id, url } = await addAs(person, { caption: 'Fulani braids', service_id: one });
    expect(await cards()).toEqual(['Fulani braids', 'Fulani braids', null]);
    const listed = (await api().call(null, 'professionals.list', { search })).body as {
      results: { picture: unknown }[];
    };
    expect(listed.results[0]?.picture).toEqual({
      url,
      alt: 'Fulani braids',
      width: 60,
      height: 40,
      focus: expect.anything(),
    });
    await api().call(person, 'pictures.change', { id, alt: 'Long braids', service_id: two });
    expect(await cards()).toEqual(['Long braids', null, 'Long braids']);
    const second = await addAs(person, { alt: 'Locs', service_id: two });
    await api().call(person, 'pictures.change', { id: second.id, position: 0 });
    expect(await cards()).toEqual(['Locs', null, 'Locs']);
    for (const gone of [second.id, id]) await api().call(person, 'pictures.delete', { id: gone });
    expect(await cards()).toEqual([null, null, null]);
  });
});

test('of eight at once two find room for their picture, and none leaves files without a row', async () => {
  const person = await t.make.professional();
  await someOf(person, pictureBounds.work - 2);
  const before = (await objects()).length;
  // In one process the pictures of one person are made one after the other.
  const processes = [t, await t.at('0 seconds'), await t.at('0 seconds'), await t.at('0 seconds')];
  const answers = await Promise.all(
    [...processes, ...processes].map(({ rest }) => rest.call(person, 'pictures.add', { kind: 'work', file })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
  expect((await objects()).length).toBe(before + 2);
  const positions = (await shownTo(null, person.professionalId)).map(({ position }) => position);
  expect(positions).toEqual(Array.from({ length: pictureBounds.work }, (_, position) => position));
});

test('a deleted service takes its own pictures along; pictures of work stay, without it', async () => {
  const person = await t.make.professional();
  const id = await t.make.service(person.professionalId);
  const own = (await t.rest.call(person, 'pictures.addOfService', { id, file })).body as Picture;
  const work = await addAs(person, { service_id: id });
  expect((await t.rest.call(person, 'services.delete', { id })).status).toBe(204);
  expect(await shownTo(person, person.professionalId)).toMatchObject([{ id: work.id, service_id: null, position: 0 }]);
  expect([await rows(), await objects()]).toEqual([
    expect.not.arrayContaining([keyOf(own)]),
    expect.not.arrayContaining([keyOf(own)]),
  ]);
});

test('a deleted picture that is the profile picture, too, leaves no address behind; any other address stays', async () => {
  const person = await t.make.professional();
  const profile = (await t.rest.call(person, 'professionals.profile')).body as Record<string, unknown>;
  const show = (profile_picture: string) =>
    t.rest.call(person, 'professionals.updateMe', { ...profile, profile_picture });
  const shown = async () =>
    ((await t.rest.call(person, 'professionals.profile')).body as { profile_picture: string | null }).profile_picture;
  const [remaining, gone] = [await addAs(person), await addAs(person)];
  await show(gone.url);
  expect((await t.rest.call(person, 'pictures.delete', { id: gone.id })).status).toBe(204);
  expect(await shown()).toBeNull();
  const id = await t.make.service(person.professionalId);
  const ofService = (await t.rest.call(person, 'pictures.addOfService', { id, file })).body as Picture;
  await show(ofService.url);
  expect((await t.rest.call(person, 'services.delete', { id })).status).toBe(204);
  expect(await shown()).toBeNull();
  const other = await addAs(person);
  for (const stays of [other.url, 'https://pictures.example/me.jpg']) {
    await show(stays);
    const { id } = await addAs(person);
    expect((await t.rest.call(person, 'pictures.delete', { id })).status).toBe(204);
    expect(await shown()).toBe(stays);
  }
  expect(idsOf(await shownTo(null, person.professionalId))).toEqual([remaining.id, other.id]);
});

test('a picture whose commit was not answered keeps its files: its row may be there', async () => {
  const person = await t.make.professional();
  /** The database, whose answer to a commit is lost on the way. */
  const db = new Proxy(t.deps.db, {
    get(real, key) {
      const value: unknown = Reflect.get(real, key);
      if (key !== 'transaction') return typeof value === 'function' ? value.bind(real) : value;
      return () => ({
        async execute(work: Parameters<ReturnType<typeof real.transaction>['execute']>[0]) {
          await real.transaction().execute(work);
          throw new Error('Connection terminated unexpectedly');
        },
      });
    },
  });
  const picture = { file, kind: 'work', service_id: null, alt: '', caption: null } as const;
  await expect(addPicture({ ...t.deps, db }, person, picture)).rejects.toThrow('Connection terminated');
  const [shown] = await shownTo(null, person.professionalId);
  expect((await t.app.inject(pathOf(shown?.url ?? ''))).statusCode).toBe(200);
});

test('rows and files agree when the store or the database fails, and after the sweep', async () => {
  const person = await t.make.professional();
  const remaining = await addAs(person);
  const profile = await addAs(person, { kind: 'profile' });
  const before = [await rows(), await objects()];
  const down = await openTestApp(t.databaseUrl, storeAway);
  try {
    expect((await down.rest.call(person, 'pictures.add', { kind: 'work', file })).status).toBe(503);
    expect((await down.rest.call(null, 'pictures.ofProfessional', { id: person.professionalId })).status).toBe(200);
  } finally {
    await down.close();
  }
  // Only the owner of the tables may make one refuse a row.
  const superuser = new URL(inject('postgres').superuserUrl);
  superuser.pathname = new URL(t.databaseUrl).pathname;
  const owner = createPool(superuser.href);
  await owner.query("alter table professional_pictures add constraint refused check (alt <> 'refused') not valid");
  try {
    expect((await t.rest.call(person, 'pictures.add', { kind: 'work', file, alt: 'refused' })).status).toBe(500);
  } finally {
    await owner.query('alter table professional_pictures drop constraint refused');
    await owner.end();
  }
  expect([await rows(), await objects()]).toEqual(before);
  await t.deps.images.put('00000000-0000-4000-8000-00000000dead', [
    { name: '60.webp', type: 'image/webp', bytes: Buffer.from('x') },
  ]);
  const later = await t.at('2 hours');
  await sweepImages(later.deps);
  const left = await objects();
  expect(left).toEqual(expect.arrayContaining([keyOf(remaining), keyOf(profile)]));
  expect(left).not.toContain('00000000-0000-4000-8000-00000000dead');
});
