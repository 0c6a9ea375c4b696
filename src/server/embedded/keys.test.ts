import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newVapidKeys } from '#server/push/keys.ts';
import { keysOf } from './keys.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'saluni-keys-'));
afterAll(() => rm(dataDir, { recursive: true }));

test('the environment’s keys count on an embedded database, too, which else makes its own once', async () => {
  const named = { vapid: newVapidKeys(), secretsKey: Buffer.alloc(32, 1) };
  expect(await keysOf({ dataDir, ...named })).toEqual(named);
  expect(await keysOf({ dataDir, databaseUrl: 'postgres://elsewhere' })).toEqual({});
  expect(await readdir(dataDir)).toEqual([]);
  const own = await keysOf({ dataDir });
  expect(own).toEqual({ vapid: expect.any(Object), secretsKey: expect.any(Buffer) });
  expect(own).not.toEqual(named);
  expect(await keysOf({ dataDir })).toEqual(own);
});
