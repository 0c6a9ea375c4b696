import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Context, client, router } from '#server/api/procedures.ts';
import { conflict } from '#server/errors.ts';
import { prepareCall, whole } from '#server/http/call.ts';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import type { ClientPerson } from '#server/testing/make.ts';
import { instant } from '#shared/wire.ts';

const t = useTestApp();

let runs = 0;
/** What a run waits for. */
let gate: Promise<unknown> = Promise.resolve();
/** Writes a row; it knows nothing of keys. */
const calls = router({
  note: client
    .meta({ idempotent: true })
    .input(z.object({ alt: z.string(), at: instant().optional(), refused: z.boolean().optional() }))
    .output(z.object({ id: z.string(), alt: z.string() }))
    .mutation(async ({ ctx, input }) => {
      runs++;
      const values = { image_type: 'other', storage_key: `${input.alt} ${runs}`, alt: input.alt, width: 1, height: 1 };
      const row = await ctx.db.insertInto('images').values(values).returning(['id', 'alt']).executeTakeFirstOrThrow();
      await gate;
      return input.refused ? conflict('Refused') : row;
    }),
  touch: client
    .meta({ rest: 'POST /things/{id}/touches', idempotent: true })
    .input(z.object({ id: z.string().toLowerCase() }))
    .output(z.object({ run: z.number() }))
    .mutation(() => ({ run: ++runs })),
  unmarked: client.input(z.object({ alt: z.string() })).mutation(() => ++runs),
});

let zoe: ClientPerson;
beforeAll(async () => {
  zoe = await t.make.client();
});

/** Makes the call as both APIs do. */
async function call(
  name: string,
  input: object,
  key: string | undefined,
  person: ClientPerson = zoe,
): Promise<string | undefined> {
  const caller = {
    id: person.userId,
    role: 'client',
    client_id: person.clientId,
    professional_id: null,
    email: '',
    username: '',
    has_password: true,
  } as const;
  const ctx: Context = {
    deps: t.deps,
    db: t.deps.db,
    caller: { ...caller, session_id: '' },
    ip: '127.0.0.1',
    requestId: 'test',
    header: (header) => (header === 'idempotency-key' ? key : undefined),
    gone: () => false,
    setHeader: () => undefined,
    setStatus: () => undefined,
  };
  return whole(await prepareCall(name, calls)(ctx, input));
}

async function rowsOf(alt: string): Promise<number> {
  return (await t.deps.db.selectFrom('images').select('id').where('alt', '=', alt).execute()).length;
}
const refusal = (status: number) => ({ problem: expect.objectContaining({ status }) });

test('B11: any call whose meta says so is made once for a key and a body, and replayed byte for byte', async () => {
  const first = await call('note', { alt: 'once', at: '2027-01-05T10:00:00Z' }, 'k');
  expect(JSON.parse(first ?? '')).toMatchObject({ alt: 'once' });
  expect(await call('note', { at: '2027-01-05T12:00:00+02:00', alt: 'once', unknown: 1 }, 'k')).toBe(first);
  expect(await rowsOf('once')).toBe(1);
  await expect(call('note', { alt: 'another body' }, 'k')).rejects.toMatchObject(refusal(422));
  await expect(call('note', { alt: 5 }, 'k')).rejects.toMatchObject(refusal(422));
  await expect(call('note', { alt: 'once' }, 'é')).rejects.toMatchObject(refusal(422));
  expect(await rowsOf('another body')).toBe(0);
});

test('B11: a key belongs to a user and a call; without a key, and without the mark, each call is made', async () => {
  expect(await call('note', { alt: 'owned' }, 'mine')).not.toBe(
    await call('note', { alt: 'owned' }, 'mine', await t.make.client()),
  );
  const owner = { user_id: zoe.userId, key: 'elsewhere', request_hash: 'x', answer: '"other call"' };
  await t.deps.db
    .insertInto('idempotency_keys')
    .values({ ...owner, route: 'POST /other' })
    .execute();
  expect(await call('note', { alt: 'owned' }, 'elsewhere')).toContain('owned');
  expect(await call('note', { alt: 'owned' }, undefined)).not.toBe(await call('note', { alt: 'owned' }, undefined));
  expect(await rowsOf('owned')).toBe(5);
  expect(await call('unmarked', { alt: '' }, 'k2')).not.toBe(await call('unmarked', { alt: '' }, 'k2'));
});

test('B11: a key belongs to a path with its ids', async () => {
  const first = await call('touch', { id: 'a' }, 'path');
  expect(await call('touch', { id: 'A' }, 'path')).toBe(first);
  expect(await call('touch', { id: 'b' }, 'path')).not.toBe(first);
});

test('B11: a refused call keeps nothing and leaves nothing behind, and its key can be used again', async () => {
  await expect(call('note', { alt: 'refused', refused: true }, 'r')).rejects.toMatchObject(refusal(409));
  expect(await rowsOf('refused')).toBe(0);
  expect(await call('note', { alt: 'refused' }, 'r')).toContain('refused');
});

test('B11: a call that cannot keep its answer has no effect', async () => {
  await asOwner(
    t.databaseUrl,
    `create function test_broken() returns trigger language plpgsql as $$ begin raise exception 'broken for the test'; end $$;
    create trigger test_broken before insert on idempotency_keys for each row execute function test_broken()`,
  );
  await expect(call('note', { alt: 'broken' }, 'b')).rejects.toThrow();
  await asOwner(t.databaseUrl, 'drop trigger test_broken on idempotency_keys');
  expect(await rowsOf('broken')).toBe(0);
});

test('B11: while the first call of a key runs, a second one waits and replays; with another body it is refused', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const before = runs;
  const first = call('note', { alt: 'slow' }, 's');
  await vi.waitFor(() => expect(runs).toBe(before + 1));
  const settled: string[] = [];
  const second = call('note', { alt: 'slow' }, 's').finally(() => settled.push('second'));
  const third = call('note', { alt: 'changed' }, 's').then(
    () => 'made',
    (error: { problem?: { status: number } }) => error.problem?.status,
  );
  await delay(300);
  expect(settled).toEqual([]);
  resolve();
  expect(await second).toBe(await first);
  expect(await third).toBe(422);
  expect(runs).toBe(before + 1);
  expect(await rowsOf('slow')).toBe(1);
});
