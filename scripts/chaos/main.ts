import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endure, type Met } from './endure.ts';
import { faults } from './faults.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * `npm run test:chaos`: every fault in turn on a cluster under load, and a check of its whole history after each. Words
 * behind it choose faults by name; `LOG_LEVEL=warn` shows what the processes say. Exits 1 when a promise does not hold.
 */

/** How long faults last that have an end, milliseconds. */
const hold = 10_000;
const shownFaults = 10;

const wanted = process.argv.slice(2);
const chosen = faults.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.toLowerCase().includes(word.toLowerCase())),
);
const folder = mkdtempSync(join(tmpdir(), 'saluni-chaos-history-'));
const begun = performance.now();
const rows: string[] = [];
let failed = 0;
let lacking = 0;
let stages = 0;

let stage: Stage | undefined;
for (const fault of chosen) {
  const why = fault.lacks?.();
  if (why) {
    lacking++;
    console.log(`NOT RUN ${fault.name}: ${why}`);
    continue;
  }
  const disks = fault.disks ?? false;
  if (stage && stage.disks.size > 0 !== disks) stage = await leave(stage);
  stage ??= await openStage(join(folder, `${++stages}.jsonl`), {
    disks,
    progress: (line) => console.log(`        ${line}`),
  });
  const found = await endure(stage, fault, hold).then(
    ({ met, faults: broken }) => {
      console.log(`${broken.length === 0 ? 'held   ' : 'FAILED '} ${fault.promises} ${fault.name}: ${told(met)}`);
      rows.push(rowOf(fault.name, met));
      return broken;
    },
    (error: Error) => {
      console.log(`FAILED  ${fault.promises} ${fault.name}`);
      return [error.message];
    },
  );
  for (const line of found.slice(0, shownFaults)) console.log(`        ${line}`);
  if (found.length > shownFaults) console.log(`        and ${found.length - shownFaults} more`);
  if (found.length === 0) continue;
  failed++;
  // What is wrong would be every later fault's.
  stage = await leave(stage);
}
await stage?.close();
const columns = [
  'fault',
  'asked',
  '503',
  'broken',
  'from first to last',
  'longest pause',
  'slowest',
  'well after',
  'mailed after',
];
console.log([`| ${columns.join(' | ')} |`, `|${columns.map(() => '---|').join('')}`, ...rows].join('\n'));
console.log(`${folder} has the history.`);
console.log(
  `${chosen.length - failed - lacking} held, ${failed} did not, ${lacking} not run, ${((performance.now() - begun) / 1_000).toFixed(0)} s`,
);
process.exitCode = failed > 0 ? 1 : 0;

async function leave(left: Stage): Promise<undefined> {
  await left.close();
  return undefined;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

function told({ asked, acknowledged, refused, unavailable, broken, lasted, copies }: Met): string {
  const answers = `${acknowledged} of ${asked} acknowledged, ${refused} refused, ${unavailable} times 503`;
  return `${answers}, ${broken} broken, over ${seconds(lasted)}; ${copies} e-mails twice`;
}

function rowOf(name: string, met: Met): string {
  const counts = [met.asked, met.unavailable, met.broken];
  const times = [met.lasted, met.pause, met.slowest, met.wellAfter, met.drainedAfter].map(seconds);
  return `| ${[name, ...counts, ...times].join(' | ')} |`;
}
