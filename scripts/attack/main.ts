import { attacks } from './attacks.ts';
import { beside, type Met } from './bystander.ts';
import { openStage } from './stage.ts';

/**
 * `npm run attack`: the known abuses against a stack of its own, and what others meet meanwhile. Exits 1 when a promise
 * does not hold.
 */

/** What others may meet while an abuse runs: the slowest login and the 99th percentile of bookings, milliseconds. */
const limits = { login: 1_000, booking: 500 };

const wanted = process.argv.slice(2);
const chosen = attacks.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.toLowerCase().includes(word.toLowerCase())),
);
const begun = performance.now();
const stage = await openStage((line) => console.log(line));
const rows: Record<string, string>[] = [];
let failed = 0;
try {
  for (const { name, promise, others, run } of chosen) {
    const { result, met } = others
      ? await beside(stage, () => run(stage))
      : { result: await run(stage), met: undefined };
    const held = result.held && spared(met);
    if (!held) failed++;
    rows.push({ promise, abuse: name, held: held ? 'yes' : 'NO', seen: result.figure, others: met ? told(met) : '' });
    console.log(
      `${held ? 'held  ' : 'FAILED'} ${promise} ${name}: ${result.figure}${met ? `; others: ${told(met)}` : ''}`,
    );
  }
} finally {
  await stage.close();
}
console.table(rows);
console.log(`${chosen.length - failed} held, ${failed} did not, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
process.exitCode = failed > 0 ? 1 : 0;

function spared(met: Met | undefined): boolean {
  return met === undefined || (met.refused === 0 && met.slowestLogin < limits.login && met.bookingP99 < limits.booking);
}

function told({ logins, slowestLogin, bookings, bookingP99, refused }: Met): string {
  const slowest = `slowest ${slowestLogin.toFixed(0)} ms`;
  return `${logins} logins, ${slowest}; ${bookings} bookings, p99 ${bookingP99.toFixed(0)} ms; ${refused} refused`;
}
