import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createPause } from './pause.ts';

afterEach(() => {
  vi.useRealTimers();
});

const away = new Error('away');
const isAway = (error: unknown) => error === away;
const fails = () => Promise.reject(away);

function paused() {
  const pauses: number[] = [];
  return {
    pauses,
    pause: createPause((_error, milliseconds) => pauses.push(milliseconds), { first: 40, longest: 160 }),
  };
}

/** Timers count whole milliseconds, and may be early by a part of one. */
const over = (pauses: readonly number[]) => delay(Math.ceil(pauses.at(-1) ?? 0) + 1);

test('attempts that fail together are one failure; while it pauses nothing is begun', async () => {
  const { pauses, pause } = paused();
  await Promise.allSettled(Array.from({ length: 10 }, () => pause.run(fails, isAway)));
  expect(pauses).toHaveLength(1);
  let begun = 0;
  const given = await pause.run(async () => void begun++, isAway);
  expect(given).toEqual({ pausedFor: expect.any(Number) });
  expect(begun).toBe(0);
});

test('after a pause one goes ahead, and the others wait for what becomes of it; pauses double up to the longest', async () => {
  const { pauses, pause } = paused();
  await expect(pause.run(fails, isAway)).rejects.toBe(away);
  for (let round = 0; round < 4; round++) {
    await over(pauses);
    let begun = 0;
    const attempt = async () => {
      begun++;
      await delay(20);
      throw away;
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => pause.run(attempt, isAway)));
    expect([begun, outcomes.filter(({ status }) => status === 'rejected')]).toEqual([1, [expect.anything()]]);
  }
  for (const [index, least] of [40, 80, 160, 160, 160].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(least);
    expect(pauses[index]).toBeLessThanOrEqual(1.2 * least);
  }
});

test('the pause is over once the server takes an email, before its answer, or fails in another way', async () => {
  const { pauses, pause } = paused();
  await expect(pause.run(fails, isAway)).rejects.toBe(away);
  await over(pauses);
  const answer = Promise.withResolvers<void>();
  const first = pause.run((go) => {
    go();
    return answer.promise;
  }, isAway);
  expect(await pause.run(async () => 'sent', isAway)).toBe('sent');
  await expect(pause.run(fails, isAway)).rejects.toBe(away);
  // It began before this pause, and ends it not.
  answer.resolve();
  await first;
  expect(await pause.run(async () => 'sent', isAway)).toEqual({ pausedFor: expect.any(Number) });
  await over(pauses);
  await expect(pause.run(() => Promise.reject(new Error('refused')), isAway)).rejects.toThrow('refused');
  expect(await pause.run(async () => 'sent', isAway)).toBe('sent');
  // As short as the first: the pause in between has ended.
  expect(pauses[1]).toBeLessThanOrEqual(48);
});

/**
 * Sends 100 emails while the server is away for so long, milliseconds, each again after `nextAfter`. Returns how often
 * the server was asked, and how long after its return it had the last one.
 */
async function outage(
  away: number,
  attempt: (send: () => Promise<void>, tries: number) => Promise<number | undefined>,
) {
  vi.useFakeTimers();
  const begun = performance.now();
  let asked = 0;
  const send = async () => {
    asked++;
    if (performance.now() - begun < away) throw new Error('away');
  };
  const emails = Array.from({ length: 100 }, () => ({ due: begun, tries: 0 }));
  while (emails.length > 0) {
    const [next] = emails.toSorted((a, b) => a.due - b.due);
    if (!next) break;
    vi.advanceTimersByTime(Math.max(0, Math.ceil(next.due - performance.now())));
    const wait = await attempt(send, next.tries++);
    if (wait === undefined) emails.splice(emails.indexOf(next), 1);
    else next.due = performance.now() + wait;
  }
  return { asked, lastAfter: performance.now() - begun - away };
}

test('a server that was away for an hour is asked once a pause, and has all emails two minutes after its return', async () => {
  const pause = createPause(() => {});
  const paused = await outage(3_600_000, async (send) => {
    const outcome = await pause.run(send, () => true).catch(() => ({ pausedFor: 1_000 }));
    return outcome?.pausedFor;
  });
  // Seven pauses that double, then one every two minutes; after its return each email once.
  expect(paused.asked).toBeLessThanOrEqual(100 + 7 + 30);
  expect(paused.lastAfter).toBeLessThanOrEqual(1.2 * 120_000 + 10_000);

  // What a backoff of each row by itself would lose, as `deferDelivery` has it for one mailbox: 5 s, doubled to an
  // hour.
  const alone = await outage(3_600_000, (send, tries) =>
    send().then(
      () => undefined,
      () => Math.min(3_600_000, 5_000 * 2 ** tries),
    ),
  );
  expect(alone.asked).toBeGreaterThan(7 * paused.asked);
  expect(alone.lastAfter).toBeGreaterThan(10 * paused.lastAfter);
});
