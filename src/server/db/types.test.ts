import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { environmentWith } from '#server/config.ts';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp();
const script = fileURLToPath(new URL('../../../scripts/db-types.ts', import.meta.url));

test('the generated types are those of the migrated database', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--verify'], {
    env: environmentWith({ DATABASE_URL: t.databaseUrl }),
    encoding: 'utf8',
  });
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
}, 60_000);
