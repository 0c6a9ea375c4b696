import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { benchCluster } from './cluster.ts';
import { benchCosts } from './costs.ts';
import { benchHours } from './hours.ts';
import { benchJobs } from './jobs.ts';
import { benchPages } from './pages.ts';
import { benchPush } from './push.ts';
import { type BenchRow, plotOf, rowsOf } from './report.ts';
import { benchScale, type ScaleResult } from './scale.ts';
import { benchSlots } from './slots.ts';
import { benchStart } from './start.ts';
import { benchUploads } from './uploads.ts';

const usage = `npm run bench -- [options]
  --scale N        database of N times 2,000 professionals, 10,000 services, 1,000,000 bookings (default 1;
                   0.02 for a quick look)
  --connections N  (default 16)   --seconds N  of each measurement (default 4)   --rounds N  (default 3)
  --only a,b       services, category, search, professionals, professional, slots, professional-bookings, booking,
                   taken-slot, trpc, burst, by-time, soonest, odd-input (searches),
                   memory (of the API process after 200,000 requests of all kinds);
                   start (how soon the second npm start is ready);
                   hours (rules beside windows written ahead, and a change of hours; decision 048);
                   costs, only where it is asked for (what a booking and another time read and write);
                   uploads, alone, throws 20 pictures, the largest of every format, at a server at once (decision 034);
                   pages, only where it is asked for (what rendering costs, and bookings beside it);
                   cluster, only where it is asked for (CPU of two API processes behind the proxy beside one's);
                   push (sockets), jobs, relay (each on PostgreSQL and, where redis-server is found, on Redis)
  --data DIR       keeps the loaded database for the next run with the same scale
  --json FILE      writes all figures   --beside FILE  figures of a smaller scale, to tell the growth
  --plot FILE.svg  draws them`;

const { values: given } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'string' },
    beside: { type: 'string' },
    plot: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const progress = (line: string) => console.log(`  ${line}`);

/** Requests beside the minimal server, for which the database is loaded. */
async function benchRequests(only: string[] | undefined): Promise<BenchRow[]> {
  const slots = await benchSlots();
  const result = await benchScale(
    {
      scale: Number(given.scale),
      connections: Number(given.connections),
      seconds: Number(given.seconds),
      rounds: Number(given.rounds),
      ...(only ? { only } : {}),
      ...(given.data ? { data: given.data } : {}),
    },
    progress,
  );
  const smaller = given.beside ? (JSON.parse(await readFile(given.beside, 'utf8')) as ScaleResult) : undefined;
  if (!result.pinned) console.log('Not pinned: this system has no taskset, or one core.');
  if (result.noisy)
    console.log('Noisy: other programs used the machine; read the CPU columns rather than requests a second.');
  if (given.json) await writeFile(given.json, `${JSON.stringify(result, null, 1)}\n`);
  if (given.plot) await writeFile(given.plot, plotOf(result));
  return [
    {
      what: `slots as JSON: ${slots.name}`,
      ours: `${slots.perCallMs.toFixed(3)} ms`,
      minimal: `naive ${slots.naivePerCallMs.toFixed(3)} ms`,
      ratio: slots.ratio.toFixed(1),
      goal: 'under 0.2 ms',
    },
    ...rowsOf(result, smaller),
  ];
}

if (given.help) {
  console.log(usage);
} else if (given.only === 'uploads') {
  const { statuses, peakMiB, restMiB, readP99Ms, ...more } = await benchUploads(progress);
  console.table([
    {
      what: 'memory at most',
      ours: `${peakMiB.toFixed(0)} MiB (${restMiB.toFixed(0)} at rest)`,
      goal: 'under 700 MiB',
    },
    {
      what: `${more.reads} reads meanwhile, p99`,
      ours: `${readP99Ms.toFixed(0)} ms, ${more.failedReads} failed`,
      goal: 'under 300 ms',
    },
    {
      what: `${more.uploads} uploads in ${more.seconds.toFixed(1)} s`,
      ours: JSON.stringify(statuses),
      goal: 'stored, or 503 with Retry-After',
    },
  ]);
} else {
  const only = given.only?.split(',');
  const isAsked = (name: string) => !only || only.includes(name);
  const ofWorkers = ['push', 'jobs', 'relay'].filter(isAsked);
  const ofRequests = only?.filter(
    (name) => !['start', 'hours', 'costs', 'pages', 'cluster'].includes(name) && !ofWorkers.includes(name),
  );
  const rows: BenchRow[] = [];
  if (isAsked('start')) rows.push(...(await benchStart(progress)));
  if (isAsked('hours')) rows.push(...(await benchHours(progress)));
  if (only?.includes('costs')) rows.push(...(await benchCosts(progress)));
  if (only?.includes('pages')) rows.push(...(await benchPages(progress)));
  if (only?.includes('cluster')) rows.push(...(await benchCluster(progress)));
  if (ofWorkers.includes('push')) rows.push(...(await benchPush(progress)));
  if (ofWorkers.some((name) => name !== 'push')) rows.push(...(await benchJobs(ofWorkers, progress)));
  if (ofRequests?.length !== 0) rows.push(...(await benchRequests(ofRequests)));
  console.table(rows);
}
