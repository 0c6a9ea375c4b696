import { benchSlots } from './slots.ts';

/** One line of the table: what was measured, ours beside the other, and what the ratio should be at least. */
export type BenchRow = { what: string; ours: string; beside: string; ratio: string; goal: string };
type Stage = { name: string; run: () => Promise<BenchRow[]> };

const stages: Stage[] = [{ name: 'slots', run: slotsRows }];

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

const rows: BenchRow[] = [];
for (const [index, { name, run }] of stages.entries()) {
  console.log(`[${index + 1}/${stages.length}] ${name} ...`);
  rows.push(...(await run()));
}
console.table(rows);
