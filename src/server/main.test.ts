import { afterEach, describe, expect, test } from 'vitest';
import type { Role } from './config.ts';
import { effects } from './jobs/effects.ts';
import { startServer } from './main.ts';
import { useTestApp } from './testing/app.ts';

const t = useTestApp();
const start = (role: Role) => startServer({ ...t.deps.config, role, port: 0 }, { databaseUrl: t.databaseUrl, smtpUrl: t.inbox.url });

describe.each(['api', 'worker', 'all'] as const)('as %s', (role) => {
  const carried = { ...effects };
  const table: Record<string, unknown> = effects;
  afterEach(() => {
    for (const name of Object.keys(table)) delete table[name];
    Object.assign(table, carried);
  });

  test('a start whose events all have their effects succeeds', async () => {
    const { close } = await start(role);
    await close();
  });

  test('an event whose effect nobody carries out refuses the start', async () => {
    delete table.remindBoth;
    await expect(start(role)).rejects.toThrow('no effect is called remindBoth');
  });

  test('an effect that no event has refuses the start', async () => {
    table.tellTheNeighbours = () => undefined;
    await expect(start(role)).rejects.toThrow('no event has the effect tellTheNeighbours');
  });
});
