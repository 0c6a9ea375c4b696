import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp();

test('imports of 5,000 rows hold up no bookings', { timeout: 120_000 }, async () => {
  const [moving, booked] = [await t.make.professional(), await t.make.professional()];
  const service = await t.make.service(booked.professionalId);
  const first = Math.ceil(Date.now() / HOUR) * HOUR + DAY;
  let hours = 0;
  /** How long each booking took until the work was done, milliseconds, sorted. */
  async function bookUntil(work: Promise<unknown>): Promise<number[]> {
    const took: number[] = [];
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const start_time = new Date(first + 2 * HOUR * hours++).toISOString();
      const begin = performance.now();
      const made = await t.rest.call(booked, 'bookings.writeIn', {
        ...{ start_time, service_ids: [service], guest: { name: 'Kim' } },
      });
      took.push(performance.now() - begin);
      expect(made.status).toBe(201);
    }
    await done;
    return took.sort((one, other) => one - other);
  }
  const p99 = (took: number[]) => Math.round(took[Math.floor(took.length * 0.99)] ?? 0);
  const file = (round: number) => {
    const letters = (n: number) => [...n.toString(16)].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]);
    const rows = Array.from({ length: 5_000 }, (_, i) => {
      const n = round * 5_000 + i;
      return `Person ${letters(n).join('')},04${10_000_000 + n},p${n}@a.example,Note ${n}`;
    });
    return Buffer.from(`Name,Phone,Email,Notes\n${rows.join('\n')}`);
  };
  let longest = 0;
  async function importAll() {
    for (let round = 0; round < 4; round++) {
      const begin = performance.now();
      const { status, body } = await t.rest.call(moving, 'contacts.import', { file: file(round) });
      longest = Math.max(longest, performance.now() - begin);
      expect([status, body]).toMatchObject([200, { new: 5_000 }]);
    }
  }
  await bookUntil(new Promise((resolve) => setTimeout(resolve, 1_000)));
  const alone = await bookUntil(new Promise((resolve) => setTimeout(resolve, 5_000)));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const beside = await bookUntil(importAll());
  delay.disable();
  console.log(
    `p99 of ${alone.length} bookings alone ${p99(alone)} ms, of ${beside.length} beside 4 imports ${p99(beside)} ms; ` +
      `the longest ${Math.round(beside.at(-1) ?? 0)} ms, the longest import ${Math.round(longest)} ms; ` +
      `the loop stood still for at most ${Math.round(delay.max / 1e6)} ms`,
  );
  expect(longest).toBeLessThan(10_000);
  expect(p99(beside)).toBeLessThan(500);
});
