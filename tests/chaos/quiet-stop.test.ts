import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { newPlace, type Place, removePlace, startStackProcess, stragglers } from './stack-process.ts';

const places: Place[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) {
    expect(await stragglers(place, 20_000)).toEqual([]);
    await removePlace(place);
  }
});

test('Ctrl-C logs no error, because everything that uses the database is closed before it', async () => {
  const place = await newPlace({ seedDemo: false });
  places.push(place);
  const last = 'Ctrl-C stops everything.';
  const said: string[] = [];
  // Several stops at different moments, because other connections are busy each time.
  for (let stop = 0; stop < 4; stop++) {
    const stack = startStackProcess(place);
    await stack.says(last);
    await delay(stop * 40);
    stack.signalGroup('SIGINT');
    expect(await stack.ended()).toBe(0);
    said.push(stack.output().split(last)[1]?.trim() ?? 'nothing at all');
  }
  expect(said).toEqual(Array(4).fill(''));
});
