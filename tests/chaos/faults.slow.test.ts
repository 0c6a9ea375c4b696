import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endure } from '../../scripts/chaos/endure.ts';
import { faults } from '../../scripts/chaos/faults.ts';
import { openStage, type Stage } from '../../scripts/chaos/stage.ts';

// `npm run test:chaos` makes all faults, and lets them last longer.
vi.setConfig({ testTimeout: 420_000, hookTimeout: 180_000 });
const hold = 2_000;

let directory: string;
let stage: Stage;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-history-'));
  stage = await openStage(join(directory, 'history.jsonl'));
});
afterAll(async () => {
  await stage?.close();
  await rm(directory, { recursive: true, force: true });
});

test.for(faults.filter(({ short }) => short))('$promises: $name, under load', async (fault) => {
  const { met, faults: found } = await endure(stage, fault, hold);
  expect(found).toEqual([]);
  expect(met.acknowledged).toBeGreaterThan(50);
});
