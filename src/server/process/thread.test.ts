import { expect, test } from 'vitest';
import { createThread } from './thread.ts';

const code = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (asked) => {
    while (asked === 'endless');
    const kept = [];
    while (asked === 'hungry') kept.push({ asked: [asked] });
    if (asked === 'wrong') throw new Error('wrong');
    parentPort.postMessage({ asked });
  });
  parentPort.postMessage(undefined);
`;
const file = new URL(`data:text/javascript,${encodeURIComponent(code)}`);

test('work of a thread is answered; what takes too long or too much memory is not, and the next work is', async () => {
  const work = createThread<string, { asked: string }>(file, { name: 'test', longest: 200, memoryMb: 32 });
  expect(await work('Ada', 'short')).toEqual({ asked: 'short' });
  expect(await work('Ada', 'endless')).toBeUndefined();
  await expect(work('Ada', 'wrong')).rejects.toThrow('wrong');
  const all = ['Ada', 'Ada', 'Ben'].map((caller, i) => work(caller, ['endless', 'first', 'second'][i] ?? ''));
  expect(await Promise.all(all)).toEqual([undefined, { asked: 'first' }, { asked: 'second' }]);
});

test('a thread that takes too much memory ends alone', async () => {
  const work = createThread<string, { asked: string }>(file, { name: 'test', longest: 60_000, memoryMb: 32 });
  expect(await work('Ada', 'hungry')).toBeUndefined();
  expect(await work('Ada', 'short')).toEqual({ asked: 'short' });
});
