import { inspect } from 'node:util';
import type { AnyTRPCProcedure } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { asValue, jsonText } from '#server/api/json-text.ts';
import { atOnce, publicProcedure, router } from '#server/api/procedures.ts';
import { problemOf } from '#server/errors.ts';
import { useTestApp } from '#server/testing/app.ts';
import { prepareCall } from './call.ts';

const t = useTestApp();

function call(procedure: AnyTRPCProcedure) {
  return prepareCall('test', router({ test: procedure }))(
    {
      deps: t.deps,
      db: t.deps.db,
      caller: null,
      ip: '198.51.100.1',
      requestId: 'none',
      header: () => undefined,
      gone: () => false,
      setHeader: () => undefined,
      setStatus: () => undefined,
    },
    {},
  );
}

const schema = z.object({ name: z.string() });
test.each([
  ['', publicProcedure.output(schema)],
  ['at once, ', publicProcedure.output(atOnce(schema))],
])('%san answer that does not fit its schema is 500, not the caller’s fault', async (_, declared) => {
  const procedure = declared.query(() => ({ name: 4711 as unknown as string }));
  const failed = await call(procedure).catch((error: unknown) => error);
  expect(problemOf(failed)).toEqual({ status: 500, detail: 'Internal server error' });
  expect(inspect(failed)).toContain('"name"');
  expect(inspect(failed)).not.toContain('4711');
});

test('an answer that is text already is sent as it is where its schema says so, and nowhere else', async () => {
  const schema = z.object({ a: z.int() });
  const text = publicProcedure.output(jsonText(schema)).query(() => asValue<{ a: number }>('{"a": 1}'));
  const value = publicProcedure.output(schema).query(() => asValue<{ a: number }>('{"a": 1}'));
  const bare = publicProcedure.output(jsonText(schema)).query(() => ({ a: 1 }));
  expect(await call(text)).toBe('{"a": 1}');
  for (const procedure of [value, bare]) await expect(call(procedure)).rejects.toThrow();
});
