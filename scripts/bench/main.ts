import { benchHttp } from './http.ts';
import { benchSlots } from './slots.ts';

/** One line of the table: what was measured, our figure, the other program's, their ratio, and the goal. */
export type BenchRow = { what: string; ours: string; beside: string; ratio: string; goal: string };
type Stage = { name: string; run: () => Promise<BenchRow[]> };

const stages: Stage[] = [
  { name: 'slots', run: slotsRows },
  { name: 'calls over REST', run: httpRows },
];

async function slotsRows(): Promise<BenchRow[]> {
  const { name, perCallMs, naivePerCallMs, ratio } = await benchSlots();
  return [
    {
      what: `slots as JSON: ${name}`,
      ours: `${perCallMs.toFixed(3)} ms`,
      beside: `naive ${naivePerCallMs.toFixed(3)} ms`,
      ratio: `${ratio.toFixed(1)} times as fast`,
      goal: 'under 0.2 ms',
    },
  ];
}

async function httpRows(): Promise<BenchRow[]> {
  const { booking, slots, contended } = await benchHttp((line) => console.log(`      ${line}`));
  const row = (what: string, { ours, minimal }: { ours: number; minimal: number }, goal: number): BenchRow => ({
    what,
    ours: `${ours.toFixed(0)}/s`,
    beside: `hand-written ${minimal.toFixed(0)}/s`,
    ratio: (ours / minimal).toFixed(2),
    goal: `at least ${goal}`,
  });
  const { p99, won, lost, other, deadlocks } = contended;
  return [
    row('bookings on distinct slots', booking, 0.6),
    row('free times, 60 days and 1,000 bookings', slots, 0.5),
    {
      what: '64 clients on one slot',
      ours: `p99 ${p99} ms`,
      beside: `${won} won, ${lost} lost, ${other} else`,
      ratio: '',
      goal: `no deadlock: ${deadlocks}`,
    },
  ];
}

const rows: BenchRow[] = [];
for (const [index, { name, run }] of stages.entries()) {
  console.log(`[${index + 1}/${stages.length}] ${name} ...`);
  rows.push(...(await run()));
}
console.table(rows);
