import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import lighthouse, { type Flags, type RunnerResult } from 'lighthouse';
import { storePictures } from '#server/seed/store-pictures.ts';
import { settablePort } from '#server/testing/ports.ts';
import { launchBrowser } from '../browser.ts';
import { budget, weigh } from '../check-budget.ts';
import { builtClient } from '../client-build.ts';
import { startThrowawayStack } from '../throwaway-stack.ts';
import { median } from './rows.ts';

/**
 * `npm run bench:web [--rounds 3] [--json FILE] [--only landing,picker]`: how fast public pages are on a cheap phone, by
 * Lighthouse in the packaged Chromium, on the demo. Each is looked at twice: with the browser itself held to the goal's
 * processor and connection, and by Lighthouse's own way, which loads without and computes what they would add.
 */

const goals = { lcp: 2_000, cls: 0.02, tbt: 150, performance: 93 };
/** The phone of the goals: a processor four times slower, 1.6 Mbit/s and 150 ms for each request. */
const throttled: Flags = {
  throttlingMethod: 'devtools',
  throttling: {
    cpuSlowdownMultiplier: 4,
    requestLatencyMs: 150,
    downloadThroughputKbps: 1_600,
    uploadThroughputKbps: 750,
  },
};
/** Lighthouse's default for phones has the same processor and connection. */
const computed: Flags = { throttlingMethod: 'simulate' };
const columns = [
  'performance / accessibility / best practices / SEO, throttled',
  'the same, computed',
  'LCP, s, both',
  'CLS, both',
  'TBT, ms, both',
  'goals met, both',
];
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, json: { type: 'string' }, only: { type: 'string' } },
});
const rounds = Number(values.rounds);
const only = values.only?.split(',');

type Figures = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  /** Null of a page that search engines are not to show. */
  seo: number | null;
  lcp: number;
  cls: number;
  tbt: number;
};
type Both = Record<'throttled' | 'computed', Figures>;
type Row = { page: string } & Both;

const port = await settablePort();
const stack = await startThrowawayStack({ demo: true, env: { RATE_LIMIT_PER_MINUTE: '0' } });
await storePictures(stack.deps);
const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
try {
  const rows: Row[] = [];
  for (const [page, path] of Object.entries(await pathsOf())) {
    if (only && !only.includes(page)) continue;
    rows.push({ page, ...(await measure(stack.url + path, page !== 'picker')) });
    console.error(line(rows.at(-1) as Row));
  }
  console.log(await table(rows));
  if (values.json) await writeFile(values.json, JSON.stringify(rows, null, 2));
} finally {
  await browser.close();
  await stack.stop();
}

async function pathsOf() {
  const { db } = stack.deps;
  const any = await db.selectFrom('services').select(['id', 'professional_id']).orderBy('id').executeTakeFirstOrThrow();
  return {
    landing: '/',
    services: '/browse-services',
    professionals: '/browse-professionals',
    profile: `/public-professional-page/${any.professional_id}`,
    service: `/service-details/${any.id}`,
    picker: `/pick-booking-time/${any.id}/${any.professional_id}`,
  };
}

async function measure(url: string, isIndexed: boolean): Promise<Both> {
  // The first look renders the page.
  await fetch(url);
  return {
    throttled: await medians(url, isIndexed, throttled),
    computed: await medians(url, isIndexed, computed),
  };
}

/** Medians of the rounds. */
async function medians(url: string, isIndexed: boolean, throttling: Flags): Promise<Figures> {
  const all: Figures[] = [];
  for (let round = 0; round < rounds; round++) all.push(figuresOf(await audit(url, throttling), isIndexed));
  const of = (name: keyof Figures) => median(all.map((one) => one[name] ?? 0));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    seo: isIndexed ? of('seo') : null,
    lcp: of('lcp'),
    cls: of('cls'),
    tbt: of('tbt'),
  };
}

async function audit(url: string, throttling: Flags): Promise<RunnerResult['lhr']> {
  const flags: Flags = {
    ...throttling,
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  };
  const result = await lighthouse(url, flags);
  if (!result) throw new Error(`Lighthouse says nothing of ${url}`);
  for (const [name, { score, details, title }] of Object.entries(result.lhr.audits)) {
    const weight = ['accessibility', 'best-practices', 'seo'].some((category) =>
      result.lhr.categories[category]?.auditRefs.some(({ id, weight }) => id === name && weight > 0),
    );
    if (weight && score !== null && score < 1)
      console.error(`  ${url} ${name}: ${title} ${JSON.stringify(details)?.slice(0, 400)}`);
    if (name === 'cls-culprits-insight' && score !== null && score < 1)
      console.error(`  ${url} ${name}: ${JSON.stringify(details)?.slice(0, 1_200)}`);
  }
  return result.lhr;
}

function figuresOf({ categories, audits }: RunnerResult['lhr'], isIndexed: boolean): Figures {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: isIndexed ? score('seo') : null,
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
  };
}

function line({ page, throttled, computed }: Row): string {
  const both = [throttled, computed];
  const isMet = ({ lcp, cls, tbt, performance }: Figures) =>
    lcp < goals.lcp && cls < goals.cls && tbt < goals.tbt && performance >= goals.performance;
  const cells = [
    page,
    ...both.map(scores),
    both.map(({ lcp }) => (lcp / 1_000).toFixed(2)).join(', '),
    both.map(({ cls }) => cls.toFixed(3)).join(', '),
    both.map(({ tbt }) => Math.round(tbt)).join(', '),
    both.map((one) => (isMet(one) ? 'yes' : 'no')).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function scores({ performance, accessibility, bestPractices, seo }: Figures): string {
  return [performance, accessibility, bestPractices, seo ?? '-'].join(' / ');
}

async function table(rows: readonly Row[]): Promise<string> {
  const weights = (await weigh(builtClient)).map(({ bytes }) => bytes);
  return [
    `| page | ${columns.join(' | ')} |`,
    `|---${'|---'.repeat(columns.length)}|`,
    ...rows.map(line),
    '',
    `The heaviest public route has ${(Math.max(...weights) / 1_024).toFixed(1)} of ${budget / 1_024} KiB of JavaScript.`,
  ].join('\n');
}
