import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import {
  type Installation,
  newInstallation,
  removeInstallation,
  startStackProcess,
  stragglers,
} from './stack-process.ts';

/** Milliseconds after the stack is ready. */
const moments = full ? [0, 40, 80, 120] : [0, 80];
const installations: Installation[] = [];
afterEach(async () => {
  for (const installation of installations.splice(0)) {
    expect(await stragglers(installation, 20_000)).toEqual([]);
    await removeInstallation(installation);
  }
});

test('Ctrl-C logs no error, because everything that uses the database is closed before it', async () => {
  const installation = await newInstallation({ seedDemo: false });
  installations.push(installation);
  const last = 'Ctrl-C stops everything.';
  const said: string[] = [];
  // Several stops at different moments, because other connections are busy each time.
  for (const moment of moments) {
    const stack = startStackProcess(installation);
    await stack.says(last);
    await delay(moment);
    stack.signalGroup('SIGINT');
    expect(await stack.ended()).toBe(0);
    // A busy machine may be warned of, in JSON.
    const after = stack
      .output()
      .split(last)[1]
      ?.replaceAll(/^\{"level":"?(?:warn|40).*$/gm, '');
    said.push(after?.trim() ?? 'nothing at all');
  }
  expect(said).toEqual(moments.map(() => ''));
});
