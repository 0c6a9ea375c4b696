import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { type Operation, operationsOf } from './history.ts';
import type { Stage } from './stage.ts';

/** What callers met while a fault lasted and until all was well again; times are milliseconds. */
export type Met = {
  asked: number;
  acknowledged: number;
  refused: number;
  /** Answers of 503, and of 502 and 504 by the proxy. */
  unavailable: number;
  /** No answer at all. */
  broken: number;
  /** From the first to the last of both. */
  lasted: number;
  /** The longest time without an acknowledged booking. */
  pause: number;
  slowest: number;
  /** Until all could serve after the fault had ended, and until nothing was left to do after the load. */
  wellAfter: number;
  drainedAfter: number;
  /** E-mails that came again under the same id. */
  copies: number;
};

/** Time under load before a fault, and after all is well again, milliseconds. */
const calm = 1_500;
const askedEvery = 250;

/** Makes a fault under load, waits until all can serve, everything is done and nothing is missing, and checks all. */
export async function endure(stage: Stage, fault: Fault, hold: number): Promise<{ met: Met; faults: string[] }> {
  const { entries } = stage.history;
  const first = entries.length;
  const copiesBefore = (await stage.check()).copies;
  await stage.whole();
  const load = stage.load.start();
  const silent = new Set<string>();
  const looks: Promise<void>[] = [];
  const watching = setInterval(() => {
    for (const { name, url } of stage.cluster.members) {
      if (url === undefined || fault.kills?.includes(name)) continue;
      looks.push(
        lives(url).then((isAlive) => {
          if (!isAlive) silent.add(name);
        }),
      );
    }
  }, askedEvery);
  let wellAfter = 0;
  try {
    await delay(calm);
    await fault.run(stage, hold);
    wellAfter = await timeOf(stage.well);
    await delay(calm);
  } finally {
    clearInterval(watching);
    await load.stop();
    await Promise.all(looks);
  }
  const drainedAfter = await timeOf(stage.drained);
  await stage.whole();
  const { faults, copies } = await stage.check();
  const met = { ...metBy(operationsOf(entries.slice(first))), wellAfter, drainedAfter, copies: copies - copiesBefore };
  if (fault.disks) for (const line of await stage.damage()) faults.push(`O9: ${line}`);
  for (const name of silent) faults.push(`O2: ${name} did not say at /livez that it lives`);
  if (met.copies > 0 && !fault.repeatsMail) faults.push(`J3: ${met.copies} e-mails came again, though nobody died`);
  if (met.unavailable + met.broken > 0 && fault.promises.split(' ').includes('O1'))
    faults.push(`O1: ${met.unavailable + met.broken} requests failed`);
  return { met, faults };
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function lives(url: string): Promise<boolean> {
  return fetch(`${url}/livez`, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    () => false,
  );
}

function metBy(operations: readonly Operation[]): Omit<Met, 'wellAfter' | 'drainedAfter' | 'copies'> {
  const count = (outcome: Operation['outcome']) => operations.filter((one) => one.outcome === outcome).length;
  const unknown = operations.filter(({ outcome }) => outcome === 'info');
  const times = unknown.map(({ ended }) => ended).sort((a, b) => a - b);
  const booked = operations.filter(({ f, outcome }) => f === 'book' && outcome === 'ok').map(({ ended }) => ended);
  const sorted = booked.sort((a, b) => a - b);
  const unavailable = unknown.filter(({ status }) => status !== undefined).length;
  return {
    asked: operations.length,
    acknowledged: count('ok'),
    refused: count('fail'),
    unavailable,
    broken: unknown.length - unavailable,
    lasted: (times.at(-1) ?? 0) - (times[0] ?? 0),
    pause: Math.max(0, ...sorted.slice(1).map((at, index) => at - (sorted[index] ?? at))),
    slowest: Math.max(0, ...operations.map(({ began, ended }) => ended - began)),
  };
}
