import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import lighthouse, { type Flags, type RunnerResult } from 'lighthouse';
import { settablePort } from '#server/testing/ports.ts';
import { launchBrowser } from '../browser.ts';
import { budget, weigh } from '../check-budget.ts';
import { builtClient } from '../client-build.ts';
import { startThrowawayStack } from '../throwaway-stack.ts';

/**
 * `npm run bench:web [--rounds 3] [--json FILE] [--only landing,picker]`: how fast public pages are on a cheap phone, by
 * Lighthouse in the packaged Chromium, on the demo. Each is looked at twice: with the browser itself held to the goal's
 * processor and connection, and by Lighthouse's own way, which loads without and computes what they would add. Beside
 * each page the same content is measured as a static page: its HTML, style and pictures without any script, from a
 * server that does nothing else.
 */

const goals = { lcp: 1_500, cls: 0.02, tbt: 100, performance: 97 };
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
  'LCP throttled, s (static page), ratio',
  'LCP computed, s (static page), ratio',
  'CLS, both',
  'TBT, ms, both',
  'goals met, LCP throttled',
  'goals met, LCP computed',
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
type Row = { page: string; ours: Both; static: Both };

const port = await settablePort();
const stack = await startThrowawayStack({ demo: true, env: { RATE_LIMIT_PER_MINUTE: '0' } });
const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
const statics = await serveStatic();
try {
  const rows: Row[] = [];
  for (const [page, path] of Object.entries(await pathsOf())) {
    if (only && !only.includes(page)) continue;
    const isIndexed = page !== 'picker';
    rows.push({
      page,
      ours: await measure(stack.url + path, isIndexed),
      static: await measure(statics.url + path, isIndexed),
    });
    console.error(line(rows.at(-1) as Row));
  }
  console.log(table(rows));
  if (values.json) await writeFile(values.json, JSON.stringify(rows, null, 2));
} finally {
  await browser.close();
  statics.server.close();
  await stack.stop();
}

async function pathsOf() {
  const { db } = stack.deps;
  const service = await db
    .selectFrom('services')
    .innerJoin('availability', 'availability.professional_id', 'services.professional_id')
    .select(['services.id', 'services.professional_id'])
    .where('services.is_active', '=', true)
    .orderBy('services.id')
    .limit(1)
    .executeTakeFirst();
  const any = service ?? (await db.selectFrom('services').select(['id', 'professional_id']).executeTakeFirstOrThrow());
  return {
    landing: '/',
    services: '/browse-services',
    professionals: '/browse-professionals',
    profile: `/public-professional-page/${any.professional_id}`,
    service: `/service-details/${any.id}`,
    picker: `/pick-booking-time/${any.id}/${any.professional_id}`,
  };
}

/** The same content without scripts; styles, fonts and pictures come from the product's server. */
async function serveStatic(): Promise<{ url: string; server: Server }> {
  type File = { type: string; body: Buffer; encoding?: string };
  const files = new Map<string, Promise<File>>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const found = files.get(path) ?? load(path);
    files.set(path, found);
    void found.then(({ type, body, encoding }) =>
      response.writeHead(200, { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }).end(body),
    );
  });
  async function load(path: string): Promise<File> {
    const answer = await fetch(stack.url + path);
    const type = answer.headers.get('content-type') ?? 'text/plain';
    if (!type.startsWith('text/html')) return { type, body: Buffer.from(await answer.arrayBuffer()) };
    const html = (await answer.text())
      .replace(/<script\b[^>]*type="(?:module|application\/json)"[^>]*>[\s\S]*?<\/script>/g, '')
      .replace(/<link rel="modulepreload"[^>]*>/g, '');
    // As small as our server sends its own.
    return { type, body: brotliCompressSync(html), encoding: 'br' };
  }
  const own = await settablePort();
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
  return { url: `http://localhost:${own}`, server };
}

async function measure(url: string, isIndexed: boolean): Promise<Both> {
  // The first look renders the page and makes its pictures.
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
  const median = (name: keyof Figures) => {
    const sorted = all.map((one) => one[name] ?? 0).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  return {
    performance: median('performance'),
    accessibility: median('accessibility'),
    bestPractices: median('bestPractices'),
    seo: isIndexed ? median('seo') : null,
    lcp: median('lcp'),
    cls: median('cls'),
    tbt: median('tbt'),
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

function line({ page, ours, static: other }: Row): string {
  const isMet = [ours.throttled, ours.computed].every(
    ({ cls, tbt, performance }) => cls < goals.cls && tbt < goals.tbt && performance >= goals.performance,
  );
  const cells = [
    page,
    scores(ours.throttled),
    scores(ours.computed),
    lcps(ours.throttled, other.throttled),
    lcps(ours.computed, other.computed),
    `${ours.throttled.cls.toFixed(3)}, ${ours.computed.cls.toFixed(3)}`,
    `${Math.round(ours.throttled.tbt)}, ${Math.round(ours.computed.tbt)}`,
    isMet && ours.throttled.lcp < goals.lcp ? 'yes' : 'no',
    isMet && ours.computed.lcp < goals.lcp ? 'yes' : 'no',
  ];
  return `| ${cells.join(' | ')} |`;
}

function scores({ performance, accessibility, bestPractices, seo }: Figures): string {
  return [performance, accessibility, bestPractices, seo ?? '-'].join(' / ');
}

function lcps(ours: Figures, other: Figures): string {
  const seconds = (ms: number) => (ms / 1_000).toFixed(2);
  return `${seconds(ours.lcp)} (${seconds(other.lcp)}), ${(ours.lcp / other.lcp).toFixed(2)}`;
}

function table(rows: readonly Row[]): string {
  const weights = weigh(builtClient).map(({ bytes }) => bytes);
  return [
    `| page | ${columns.join(' | ')} |`,
    `|---${'|---'.repeat(columns.length)}|`,
    ...rows.map(line),
    '',
    `The heaviest public route has ${(Math.max(...weights) / 1_024).toFixed(1)} of ${budget / 1_024} KiB of JavaScript.`,
  ].join('\n');
}
