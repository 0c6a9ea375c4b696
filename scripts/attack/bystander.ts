import { setTimeout as delay } from 'node:timers/promises';
import { booking, password, type Stage } from './stage.ts';

/** What somebody else met while an abuse ran; times in milliseconds. */
export type Met = { logins: number; slowestLogin: number; bookings: number; bookingP99: number; refused: number };

/** Another person, at another address, logs in and books while `abuse` runs. */
export async function beside<T>(stage: Stage, abuse: () => Promise<T>): Promise<{ result: T; met: Met }> {
  let over = false;
  const logins: number[] = [];
  const bookings: number[] = [];
  let refused = 0;
  const loginAgain = async (turn: number) => {
    const { email } = stage.client();
    const { status, ms } = await stage.ask('/login/', {
      method: 'POST',
      body: { username: email, password },
      from: `203.0.113.${turn % 250}`,
      api: turn % 2,
    });
    logins.push(ms);
    if (status !== 200) refused++;
  };
  const bookAgain = async (turn: number) => {
    const { token } = stage.client();
    const { status, ms } = await stage.ask('/bookings/', {
      method: 'POST',
      token,
      body: booking(stage.place()),
      from: `192.0.2.${turn % 250}`,
      api: turn % 2,
    });
    bookings.push(ms);
    if (status !== 201) refused++;
  };
  const repeat = async (work: (turn: number) => Promise<void>, pause: number) => {
    for (let turn = 0; !over || turn < 3; turn++) {
      await work(turn).catch(() => refused++);
      await delay(pause);
    }
  };
  const people = Promise.all([repeat(loginAgain, 400), repeat(bookAgain, 100)]);
  try {
    const result = await abuse();
    over = true;
    await people;
    const sorted = bookings.toSorted((a, b) => a - b);
    return {
      result,
      met: {
        logins: logins.length,
        slowestLogin: Math.max(...logins),
        bookings: bookings.length,
        bookingP99: sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN,
        refused,
      },
    };
  } finally {
    over = true;
  }
}
