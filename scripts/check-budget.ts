import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { builtClient } from './client-build.ts';

/**
 * `node scripts/check-budget.ts [folder]`: sums the JavaScript that each public screen of a built client needs at
 * first, by Vite's manifest, and fails if it is over the budget. Code that is loaded on a click or touch is not
 * counted.
 */

/** JavaScript of one public route after Brotli: 112 KiB, in bytes. */
export const budget = 112 * 1024;

/** The public screens, by their file under `src/client/routes`. */
const publicScreens = [
  'landing',
  'login',
  'browse-services',
  'browse-professionals',
  'waitlist-signup',
  'verify-email',
  'confirm-email',
  'forgot-password',
  'reset-password',
  'accept-invite',
  'unsubscribe',
  'thank-you',
  'terms-of-use',
  'privacy-policy',
  'pick-booking-time',
  'unauthorized',
  'public-professional-page',
  'service-details',
  'find',
] as const;

type Chunk = { file: string; imports?: string[] };
export type Weight = { screen: string; bytes: number; files: { file: string; bytes: number }[] };

/**
 * Returns the JavaScript of each public screen of the client in `folder`, in bytes after Brotli. Throws if the build
 * lacks a screen.
 */
export function weigh(folder: string): Weight[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const weights = new Map<string, number>();
  const weightOf = (file: string) => {
    const known = weights.get(file) ?? brotliCompressSync(readFileSync(join(folder, file))).byteLength;
    weights.set(file, known);
    return known;
  };
  return publicScreens.map((screen) => {
    const needed = new Set<string>();
    for (const entry of ['bootstrap.ts', 'index.html', `routes/${screen}.tsx`]) collect(manifest, entry, needed);
    const files = [...needed].map((file) => ({ file, bytes: weightOf(file) })).sort((a, b) => b.bytes - a.bytes);
    return { screen, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files };
  });
}

function collect(manifest: Record<string, Chunk>, name: string, needed: Set<string>): void {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the build has no ${name}`);
  if (needed.has(chunk.file)) return;
  needed.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, needed);
}

export function budgetTable(weights: readonly Weight[]): string {
  const rows = weights.map(({ screen, bytes }) => {
    const left = budget - bytes;
    const rest = left < 0 ? `${-left} B too many` : `${left} B left`;
    return `${screen.padEnd(26)} ${String(bytes).padStart(7)} B  ${rest}`;
  });
  return [`JavaScript of each public screen after Brotli, at most ${budget} B`, ...rows].join('\n');
}

/** What every page loads once it has been shown, which the budget leaves out, in bytes after Brotli. */
function workerStart(folder: string): number {
  const needed = new Set<string>();
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const { file = '' } = manifest['app/start-worker.ts'] ?? {};
  collect(manifest, 'index.html', needed);
  return needed.has(file) ? 0 : brotliCompressSync(readFileSync(join(folder, file))).byteLength;
}

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) {
  const weights = weigh(resolve(argv[2] ?? builtClient));
  console.log(budgetTable(weights));
  console.log(`The start of the service worker, after the page: ${workerStart(resolve(argv[2] ?? builtClient))} B`);
  if (weights.some(({ bytes }) => bytes > budget)) process.exitCode = 1;
}
