import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Met } from './bystander.ts';
import { askerOf, booking, type FreeSlot, password } from './stage.ts';

/** Where the APIs are, and whose logins and bookings are made, one after the other. */
export type BystanderData = { urls: string[]; logins: string[]; bookings: { token: string; slot: FreeSlot }[] };

const { urls, logins, bookings } = workerData as BystanderData;
const ask = askerOf(urls);
let over = false;
let refused = 0;
const loginTimes: number[] = [];
const bookingTimes: number[] = [];

async function logIn(username: string, turn: number): Promise<void> {
  const body = { username, password };
  const { status, ms } = await ask('/login/', {
    method: 'POST',
    body,
    from: `203.0.113.${turn % 250}`,
    api: turn % urls.length,
  });
  loginTimes.push(ms);
  if (status !== 200) refused++;
}

async function book({ token, slot }: BystanderData['bookings'][number], turn: number): Promise<void> {
  const { status, ms } = await ask('/bookings/', {
    method: 'POST',
    token,
    body: booking(slot),
    from: `192.0.2.${turn % 250}`,
    api: turn % urls.length,
  });
  bookingTimes.push(ms);
  if (status !== 201) refused++;
}

/** One after the other until the abuse is over, and three times at least. */
async function repeat<T>(given: T[], pause: number, work: (one: T, turn: number) => Promise<void>): Promise<void> {
  for (const [turn, one] of given.entries()) {
    if (over && turn >= 3) return;
    await work(one, turn).catch(() => refused++);
    await delay(pause);
  }
}

parentPort?.once('message', () => {
  over = true;
});
await Promise.all([repeat(logins, 400, logIn), repeat(bookings, 100, book)]);
const sorted = bookingTimes.toSorted((a, b) => a - b);
const met: Met = {
  logins: loginTimes.length,
  slowestLogin: Math.max(...loginTimes),
  bookings: bookingTimes.length,
  bookingP99: sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN,
  refused,
};
parentPort?.postMessage(met);
