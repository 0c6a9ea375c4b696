import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FloodData } from './flood-thread.ts';
import type { Stage } from './stage.ts';

/**
 * Sends requests from a thread of its own and lower priority, as an attacker is on another machine. Returns the
 * statuses, 0 for no answer.
 */
export async function flood(
  stage: Stage,
  requests: FloodData['requests'],
  rate: Pick<FloodData, 'perSecond'> = {},
): Promise<number[]> {
  const workerData: FloodData = { urls: stage.apis.map(({ url }) => url), requests, ...rate };
  const thread = new Worker(new URL('./flood-thread.ts', import.meta.url), { workerData });
  const [statuses] = (await once(thread, 'message')) as [number[]];
  await thread.terminate();
  return statuses;
}
