import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Asked, askerOf } from './stage.ts';

/** What is sent where; `perSecond`: so many of them a second, all at once by default. */
export type FloodData = { urls: string[]; requests: { path: string; asked: Asked }[]; perSecond?: number };

const { urls, requests, perSecond = Number.POSITIVE_INFINITY } = workerData as FloodData;
// Of this thread alone, on Linux: whoever attacks takes no processor of the servers, nor of those who measure them.
setPriority(10);
const ask = askerOf(urls);
const begun = performance.now();
const answers: Promise<number>[] = [];
for (const [turn, { path, asked }] of requests.entries()) {
  const wait = begun + (turn * 1_000) / perSecond - performance.now();
  if (wait > 0) await delay(wait);
  answers.push(
    ask(path, asked).then(
      ({ status }) => status,
      () => 0,
    ),
  );
}
parentPort?.postMessage(await Promise.all(answers));
