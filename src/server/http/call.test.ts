import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Caller } from '#server/api/caller.ts';
import { asValue, JsonText, jsonText } from '#server/api/json-text.ts';
import { type Context, professional, publicProcedure } from '#server/api/procedures.ts';
import { problemOf } from '#server/errors.ts';
import { callerOf } from '#server/features/auth/sessions.ts';
import { useTestApp } from '#server/testing/app.ts';
import { useWorld } from '#server/testing/world.ts';
import { type Made, prepareCall, procedures, whole } from './call.ts';
import { definitionOf, metaOf } from './definition.ts';

const t = useTestApp();
const world = useWorld(t);

function contextOf(caller: Caller | null): Context & { told: Record<string, string> } {
  const told: Record<string, string> = {};
  return {
    deps: t.deps,
    db: t.deps.db,
    caller,
    ip: '198.51.100.1',
    requestId: 'none',
    header: () => undefined,
    gone: () => false,
    setHeader: (name, value) => {
      told[name] = value;
    },
    setStatus: (status) => {
      told.status = String(status);
    },
    told,
  };
}

type Called = (ctx: Context) => Promise<Made>;
/** The answer or the refusal, and the headers. */
async function outcome(caller: Caller | null, call: Called): Promise<unknown> {
  const ctx = contextOf(caller);
  const answer = await call(ctx)
    .then(whole)
    .catch((error: unknown) => problemOf(error));
  return { answer, headers: ctx.told };
}

async function personOf(name: 'CO' | 'PO' | 'AD'): Promise<Caller | null> {
  return callerOf(t.deps, (await world.tokenOf(name))?.token ?? '');
}

test("a prepared call answers what tRPC's own caller answers", async () => {
  const people = [null, await personOf('CO'), await personOf('PO'), await personOf('AD')];
  const ids = [
    undefined,
    'x',
    randomUUID(),
    await world.service(),
    await world.window(),
    await world.booking('confirmed'),
  ];
  const { professionalId } = world.people.PO;
  const inputs = [...ids.map((id) => ({ id })), { id: professionalId, limit: 1 }, { limit: 0 }, null, [], 'text'];
  let answered = 0;
  for (const [name, procedure] of procedures) {
    const { type } = definitionOf(procedure);
    // It says when it was made.
    if (type !== 'query' || name === 'users.export' || metaOf(procedure).onlyRest) continue;
    const prepared = prepareCall(name, procedure);
    for (const caller of people) {
      for (const input of inputs) {
        const own = await outcome(caller, async (ctx) => {
          const options = { ctx, path: name, type, getRawInput: async () => input, signal: undefined, batchIndex: 0 };
          const value: unknown = await procedure(options);
          return value instanceof JsonText ? value.text : JSON.stringify(value);
        });
        const ours = await outcome(caller, (ctx) => prepared(ctx, input));
        if (typeof (ours as { answer: unknown }).answer === 'string') answered++;
        expect([name, caller?.role, input, ours]).toEqual([name, caller?.role, input, own]);
      }
    }
  }
  expect(answered).toBeGreaterThan(50);
});

test('several inputs are merged, middlewares see them in order, and each call has a context of its own', async () => {
  const seen: unknown[] = [];
  const procedure = professional
    .input(z.object({ a: z.string().trim() }))
    .use(({ ctx, input, next }) => {
      seen.push(input, ctx.professionalId);
      return next({ ctx: { more: `${input.a}!` } });
    })
    .input(z.object({ b: z.int() }))
    .output(z.object({ said: z.string(), owner: z.string() }))
    .query(({ ctx, input }) => ({ owner: ctx.professionalId, said: `${ctx.more} ${input.b}`, secret: 'kept' }));
  const call = prepareCall('test', procedure);
  const caller = await personOf('PO');
  const { professionalId } = world.people.PO;
  const answers = await Promise.all([1, 2].map((b) => call(contextOf(caller), { a: ' x ', b })));
  expect(answers).toEqual([1, 2].map((b) => JSON.stringify({ said: `x! ${b}`, owner: professionalId })));
  expect(seen).toEqual([{ a: 'x' }, professionalId, { a: 'x' }, professionalId]);
});

test('an answer that does not fit its schema is 500, not the caller’s fault', async () => {
  const procedure = publicProcedure
    .output(z.object({ name: z.string() }))
    .query(() => ({ name: 4711 as unknown as string }));
  const failed = await prepareCall('test', procedure)(contextOf(null), {}).catch((error: unknown) => error);
  expect(problemOf(failed)).toEqual({ status: 500, detail: 'Internal server error' });
  expect(inspect(failed)).toContain('"name"');
  expect(inspect(failed)).not.toContain('4711');
});

test('an answer that is text already is sent as it is where its schema says so, and nowhere else', async () => {
  const schema = z.object({ a: z.int() });
  const text = publicProcedure.output(jsonText(schema)).query(() => asValue<{ a: number }>('{"a": 1}'));
  const value = publicProcedure.output(schema).query(() => asValue<{ a: number }>('{"a": 1}'));
  const bare = publicProcedure.output(jsonText(schema)).query(() => ({ a: 1 }));
  expect(await prepareCall('test', text)(contextOf(null), {})).toBe('{"a": 1}');
  for (const procedure of [value, bare])
    await expect(prepareCall('test', procedure)(contextOf(null), {})).rejects.toThrow();
});
