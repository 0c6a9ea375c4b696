import { parse } from 'parse5';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { pages } from '#shared/pages.ts';
import { useHarness } from './harness.ts';

const h = useHarness();
const evil = '</script><script>alert(1)</script><!-- &amp; "\u2028';
let paths: { profile: string; service: string; picker: string };

beforeAll(async () => {
  const { professionalId } = await h.make.professional({
    display_name: 'Rana Rendered',
    location: 'Footscray, Melbourne',
    bio: evil,
    specializations: [2],
  });
  const service = await h.make.service(professionalId, {
    name: `Rana's braids & "locs"`,
    description: evil,
    price: 85,
  });
  const day = Math.floor(Date.now() / DAY) * DAY + 3 * DAY;
  await h.make.window(professionalId, day, day + 8 * HOUR);
  await h.make.hours(professionalId, [{ start: 9 * 60, end: 17 * 60 }]);
  paths = {
    profile: `/public-professional-page/${professionalId}`,
    service: `/service-details/${service}`,
    picker: `/pick-booking-time/${service}/${professionalId}`,
  };
});

const fixed = [
  '/',
  '/browse-services',
  '/browse-professionals',
  '/terms-of-use',
  '/privacy-policy',
  '/waitlist-signup',
];
const all = () => [
  ...fixed,
  '/browse-professionals?location=Footscray&specialization_names=Braider',
  '/browse-services?skip=20',
  `${paths.picker}?slot_start=2026-01-01T00:00:00.000Z`,
  ...Object.values(paths),
];

type Node = {
  nodeName: string;
  tagName?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
  value?: string;
};

function elements(node: Node, tag: string): Node[] {
  return [...(node.tagName === tag ? [node] : []), ...(node.childNodes ?? []).flatMap((child) => elements(child, tag))];
}
const attribute = (node: Node, name: string) => node.attrs?.find((one) => one.name === name)?.value;
const textOf = (node: Node): string => (node.value ?? '') + (node.childNodes ?? []).map(textOf).join('');

async function read(path: string) {
  const response = await fetch(h.url + path);
  const html = await response.text();
  // What React writes for a part whose code it would wait for.
  expect(html).not.toContain('<!--$!-->');
  const document = parse(html) as unknown as Node;
  const scripts = elements(document, 'script');
  const metas = new Map(
    elements(document, 'meta').map((meta) => [
      attribute(meta, 'name') ?? attribute(meta, 'property'),
      attribute(meta, 'content'),
    ]),
  );
  return {
    response,
    scripts,
    metas,
    title: elements(document, 'title')
      .filter((one) => textOf(one).includes('Saluni'))
      .map(textOf),
    canonical: elements(document, 'link')
      .filter((link) => attribute(link, 'rel') === 'canonical')
      .map((link) => attribute(link, 'href')),
    data: scripts
      .filter((script) => attribute(script, 'type') === 'application/ld+json')
      .map((script) => JSON.parse(textOf(script)) as Record<string, unknown>),
    text: elements(document, 'body').map(textOf).join(),
    headings: elements(document, 'h1').map(textOf),
  };
}

test('the HTML alone has content, head and structured data, and no text of a person ends an element', async () => {
  for (const path of all()) {
    const { response, scripts, metas, title, canonical, headings } = await read(path);
    expect([path, response.status, response.headers.get('cache-control'), response.headers.get('set-cookie')]).toEqual([
      path,
      200,
      'no-cache',
      null,
    ]);
    expect(response.headers.get('etag')).toMatch(/^"/);
    expect([path, title.length, headings.length, canonical.length]).toEqual([path, 1, 1, 1]);
    const said = metas.get('description')?.length ?? 0;
    expect([path, said >= 50 && said <= 160]).toEqual([path, true]);
    for (const name of [
      'og:title',
      'og:description',
      'og:url',
      'og:type',
      'og:site_name',
      'og:image',
      'og:image:width',
      'og:image:height',
      'og:image:alt',
    ])
      expect([path, name, metas.get(name)?.length ?? 0]).not.toEqual([path, name, 0]);
    expect(metas.get('twitter:card')).toBe('summary_large_image');
    expect([path, metas.get('robots')]).toEqual([path, path.startsWith(paths.picker) ? 'noindex' : undefined]);
    for (const script of scripts)
      expect([path, attribute(script, 'src') !== undefined || /json$/.test(attribute(script, 'type') ?? '')]).toEqual([
        path,
        true,
      ]);
  }
  const profile = await read(paths.profile);
  expect(profile.canonical).toEqual([`${h.url}${paths.profile}/rana-rendered`]);
  expect(profile.data).toMatchObject([
    {
      '@type': 'HairSalon',
      address: { addressLocality: 'Footscray', addressCountry: 'AU' },
      knowsAbout: ['Braider'],
      description: evil,
    },
    { '@type': 'BreadcrumbList' },
  ]);
  expect(profile.text).toContain(`Rana's braids & "locs"`);
  expect(profile.text).toContain('Mon to Sun, 9:00 AM to 5:00 PM');
  const service = await read(paths.service);
  expect(service.data[0]).toMatchObject({ '@type': 'Service', offers: { price: 85, priceCurrency: 'AUD' } });
  expect([...service.title, service.metas.get('og:title')]).toEqual(Array(2).fill(`Rana's braids & "locs" · Saluni`));
  expect((await read(paths.picker)).canonical).toEqual(service.canonical);
  expect((await read('/')).data).toMatchObject([{ '@type': 'WebSite', potentialAction: { '@type': 'SearchAction' } }]);
});

test('a page is sent compressed, and names every script that it needs at first, and one style sheet', async () => {
  const { response } = await read('/browse-services');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  for (const path of ['/', paths.profile, '/waitlist-signup', '/nowhere']) {
    const page = await (await h.visitor()).newPage();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    const answer = await page.goto(path);
    const html = (await answer?.text()) ?? '';
    // The service worker starts once the page is there.
    const scripts = asked.filter((file) => file.endsWith('.js') && !/^\/sw\.js|start-worker/.test(file));
    expect([path, scripts.filter((file) => !html.includes(`"${file}"`))]).toEqual([path, []]);
    expect(asked.filter((file) => file.endsWith('.css')).length).toBe(1);
    await page.close();
  }
});

test('an address may name any category that services have, also one that the filter finds with another', async () => {
  const { professionalId } = await h.make.professional({ location: 'Bendigo' });
  await h.make.service(professionalId, { name: 'Category braids', category: 'Braids' });
  await h.make.service(professionalId, { name: 'Category locs', category: 'Loc Services' });
  const { text, canonical } = await read('/browse-services?category=Braids&location=Bendigo');
  expect([text.includes('Category braids'), text.includes('Category locs')]).toEqual([true, false]);
  expect(canonical).toEqual([`${h.url}/browse-services?category=Braids&location=Bendigo`]);
  const page = await (await h.visitor({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto('/browse-services?category=Braids&location=Bendigo');
  expect(await page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('Braids');
  // Below a few results others stand that are further away.
  const shown = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(shown.filter((name) => name.startsWith('Category'))).toEqual(['Category braids']);
});

test('an ETag saves a page that is there, and never one that is not; all other pages are an empty shell', async () => {
  const { response } = await read('/terms-of-use');
  const ask = (path: string, etag: string) =>
    fetch(h.url + path, { headers: { 'if-none-match': etag, accept: 'text/html' } });
  expect((await ask('/terms-of-use', response.headers.get('etag') ?? '')).status).toBe(304);
  for (const path of ['/nowhere', '/public-professional-page/none']) {
    const missing = await ask(path, '*');
    const text = await missing.text();
    expect([missing.status, missing.headers.get('etag')]).toEqual([404, expect.stringMatching(/^"/)]);
    expect(text).toContain('noindex');
    expect(text).toContain(
      path === '/nowhere' ? '404 - Page Not Found' : 'Professional not found or has been removed.',
    );
  }
  const login = await ask('/login', '*');
  expect([login.status, login.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await login.text()).toContain('noindex');
});

async function problemsOf(page: Page, path: string): Promise<[string, string[]]> {
  const problems: string[] = [];
  page.on('console', (message) => {
    // Other files' pictures are at addresses that do not exist.
    if (
      !['error', 'warning'].includes(message.type()) ||
      /ERR_NAME_NOT_RESOLVED|blocked by Playwright/.test(message.text())
    )
      return;
    problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    // A service's next times, what has room on a full day, and what else there is beside few results are asked for by
    // the browser alone.
    const asked = /availability\.ofProf|professionals\.byId/;
    const isBrowsers =
      (path.startsWith('/service-details/') && asked.test(request.url())) ||
      (path.startsWith('/pick-booking-time/') && request.url().includes('services.ofProfessional')) ||
      (path.startsWith('/browse-') && /\.list\?.*limit%22%3A4%7D$/.test(request.url()));
    if (request.url().includes('/trpc/') && !isBrowsers) problems.push(request.url());
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  return [path, problems];
}

const zones = ['America/St_Johns', 'UTC', 'Australia/Melbourne', 'Australia/Perth', 'Asia/Kathmandu', 'Pacific/Apia'];

test.each(full ? zones : zones.slice(0, 2))(
  'pages hydrate in %s without a warning, and ask for nothing again',
  async (timezoneId) => {
    const context = await h.visitor({ timezoneId, colorScheme: timezoneId === 'UTC' ? 'dark' : 'light' });
    // The zone decides on pages with times: the others come in one of the zones.
    const isWhole = full || timezoneId === 'UTC';
    for (const path of isWhole ? all() : ['/browse-services', '/browse-professionals', ...Object.values(paths)]) {
      const page = await context.newPage();
      expect(await problemsOf(page, path)).toEqual([path, []]);
      await page.close();
    }
  },
);

/** Without calls, and without what the browser tells of those that are refused. */
const warningsOf = (problems: readonly string[]) =>
  problems.filter((one) => !one.includes('/trpc/') && !/status of 404/.test(one));

test('a picker of services that are not there says so without a script, and with one', async () => {
  const path = `${paths.picker}?service_ids=01a1fe9e-9618-73ca-8252-8596c9b27ab2`;
  const { response, text, metas } = await read(path);
  expect([response.status, response.headers.get('cache-control'), metas.get('robots')]).toEqual([
    200,
    'no-cache',
    'noindex',
  ]);
  expect(text).toContain('Service not found.');
  const page = await (await h.visitor()).newPage();
  const [, problems] = await problemsOf(page, path);
  await page.getByText('Service not found.').waitFor();
  await page.getByRole('link', { name: 'See all services' }).waitFor();
  // The browser asks itself for what was refused.
  expect(warningsOf(problems)).toEqual([]);
});

test('a picker of another professional’s service says so, and leads to those that there are', async () => {
  const another = await h.make.professional({ display_name: 'Ona Other' });
  const path = `/pick-booking-time/${paths.service.split('/').at(-1)}/${another.professionalId}`;
  const page = await (await h.visitor()).newPage();
  const [, problems] = await problemsOf(page, path);
  await page.getByText('Service not found.').waitFor();
  const link = page.getByRole('link', { name: 'See all services' });
  expect(await link.getAttribute('href')).toBe(`/public-professional-page/${another.professionalId}`);
  expect(warningsOf(problems)).toEqual([]);
});

test('the page of what is not there comes up without a warning, whatever the address', async () => {
  const context = await h.visitor({ colorScheme: 'dark' });
  for (const path of [
    '/nowhere',
    '/find/barbers/darwin',
    '/find/florists/melbourne',
    `/service-details/01a1fe9e-9618-73ca-8252-8596c9b27ab2`,
  ]) {
    const page = await context.newPage();
    const [, problems] = await problemsOf(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, warningsOf(problems)]).toEqual([path, []]);
    await page.close();
  }
});

test('the footer leads to pages of who does one thing in one city, which hold everybody who does', async () => {
  const names = ['Ada Found', 'Bea Found', 'Cleo Found'];
  for (const display_name of names)
    await h.make.professional({ display_name, location: 'Fremantle, Perth', specializations: [3] });
  const path = `/find/colorists-for-textured-hair/perth`;
  // The server's search hears of one after the other.
  const found = async () => {
    const { text } = await read(path);
    return names.filter((name) => text.includes(name));
  };
  await expect.poll(found, { timeout: 20_000 }).toEqual(names);
  const page = await read(path);
  expect(page.title).toEqual(['Colourists for Textured Hair in Perth · Saluni']);
  expect(page.canonical).toEqual([h.url + path]);
  for (const [timezoneId, search] of [
    ['America/St_Johns', ''],
    ['Asia/Kathmandu', '?skip=20'],
  ] as const) {
    const opened = await (await h.visitor({ timezoneId })).newPage();
    expect(await problemsOf(opened, path + search)).toEqual([path + search, []]);
  }
  // The copy of the footer's links may be as old as a minute.
  await expect
    .poll(async () => (await (await fetch(`${h.url}/terms-of-use`)).text()).includes(`href="${path}"`), {
      timeout: 70_000,
      interval: 2_000,
    })
    .toBe(true);
  const response = await fetch(`${h.url}/find/barbers/darwin`, { headers: { accept: 'text/html' } });
  expect(response.status).toBe(404);
}, 120_000);

test('each route says whether it is rendered, and its answer, the sitemap and robots.txt agree', async () => {
  const robots = await (await fetch(`${h.url}/robots.txt`)).text();
  const sitemap = await (await fetch(`${h.url}/sitemap/pages.xml`)).text();
  expect(robots).not.toMatch(/^Disallow: \S/m);
  for (const [name, { path, rendering, found }] of Object.entries(pages)) {
    if (path.includes(':')) {
      if (found !== 'each') continue;
      // Of one thing: with an id that nobody has it is not there, and in no sitemap.
      const unknown = path.replace(/:\w+\?/g, '01a1fe9e-9618-73ca-8252-8596c9b27ab2');
      const { response, metas, canonical } = await read(unknown);
      expect([name, response.status, metas.get('robots'), canonical]).toEqual([name, 404, 'noindex', []]);
      continue;
    }
    const { response, metas, scripts } = await read(path);
    const isRendered = scripts.some((script) => attribute(script, 'id') === 'page-data');
    expect([
      name,
      response.status,
      isRendered,
      metas.get('robots') !== 'noindex',
      sitemap.includes(`${h.url}${path}<`),
    ]).toEqual([name, 200, rendering === 'server', found !== undefined, found === 'sitemap']);
  }
});
