import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { benchRequests } from './against.ts';

const usage = `npm run bench -- [options]
  --beside DIR     the build before, in another clone (npm ci && npm run build), on the same database in turns
  --scale N        database of N times 2,000 professionals, 10,000 services, 1,000,000 bookings (default 1;
                   0.02 for a quick look)
  --connections N  (default 16)   --seconds N  of each measurement (default 4)   --rounds N  (default 3)
  --only a,b       services, category, search, professionals, professional, trpc, slots, professional-bookings,
                   booking, taken-slot, by-time, soonest, odd-input (searches), page, page-again, burst
  --data DIR       keeps the loaded database for the next run with the same scale
  --json FILE      writes the table`;

const { values: given } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    data: { type: 'string' },
    beside: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (given.help) {
  console.log(usage);
} else {
  const progress = (line: string) => console.log(`  ${line}`);
  const { data, beside, only } = given;
  const options = {
    scale: Number(given.scale),
    connections: Number(given.connections),
    seconds: Number(given.seconds),
    rounds: Number(given.rounds),
    ...(only !== undefined && { only: only.split(',') }),
    ...(data !== undefined && { data }),
    ...(beside !== undefined && { beside }),
  };
  const rows = await benchRequests(options, progress);
  console.table(rows);
  if (given.json) await writeFile(given.json, `${JSON.stringify(rows, null, 1)}\n`);
}
