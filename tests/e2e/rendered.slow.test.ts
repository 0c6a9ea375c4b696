import { parse } from 'parse5';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { pages } from '#shared/pages.ts';
import { formatDayHeading, formatSlotTime } from '#shared/time.ts';
import { phone } from './booking-people.ts';
import { chunkOf, untilListed, useHarness } from './harness.ts';

/** What the server sends: its HTML alone, what the browser makes of it, and what there is without a script. */
const h = useHarness();
const zone = 'Australia/Melbourne';
const evil = '</script><script>alert(1)</script><!-- &amp; "\u2028';
const nobody = '01a1fe9e-9618-73ca-8252-8596c9b27ab2';
const day = Math.floor(Date.now() / DAY) * DAY + 3 * DAY;
type Paths = { profile: string; service: string; picker: string };
let paths: Paths;
/** Of somebody whose three windows are all that they have. */
let plain: Paths;

beforeAll(async () => {
  async function made(given: object, service: Record<string, unknown>) {
    const { professionalId } = await h.make.professional({ specializations: [2], time_zone: zone, ...given });
    const id = await h.make.service(professionalId, service);
    const profile = `/public-professional-page/${professionalId}`;
    const picker = `/pick-booking-time/${id}/${professionalId}`;
    return { professionalId, paths: { profile, service: `/service-details/${id}`, picker } };
  }
  const rana = await made(
    { display_name: 'Rana Rendered', location: 'Footscray, Melbourne', bio: evil },
    { name: `Rana's braids & "locs"`, description: evil, price: 85 },
  );
  await h.make.window(rana.professionalId, day, day + 8 * HOUR);
  await h.make.hours(rana.professionalId, [{ start: 9 * 60, end: 17 * 60 }]);
  const petra = await made(
    { display_name: 'Petra Plain', location: 'Plainville' },
    { name: 'Plain retwist', category: 'Loc Services' },
  );
  for (const days of [0, 3, 20])
    await h.make.window(petra.professionalId, day + days * DAY, day + days * DAY + 4 * HOUR);
  for (let count = 0; count < 21; count++)
    await h.make.professional({ display_name: `Plain ${String.fromCharCode(65 + count)}`, location: 'Plainville' });
  await untilListed(h, '/professionals/?location=Plainville', 22);
  await untilListed(h, '/services/?location=Plainville', 1);
  [paths, plain] = [rana.paths, petra.paths];
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
  const response = await fetch(h.url + path, { headers: { accept: 'text/html' } });
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
    footer: elements(document, 'footer')
      .flatMap((footer) => elements(footer, 'a'))
      .map((link) => attribute(link, 'href') ?? ''),
    chosen: elements(document, 'option')
      .filter((option) => attribute(option, 'selected') !== undefined)
      .map(textOf),
  };
}

/** The same of a page that the server renders: one that is too busy sends its shell for a while. */
const readRendered = (path: string) =>
  vi.waitFor(
    async () => {
      const page = await read(path);
      expect([path, page.response.headers.get('cache-control')]).toEqual([path, 'no-cache']);
      return page;
    },
    { timeout: 20_000, interval: 500 },
  );

test('the HTML alone has content, head and structured data, and no text of a person ends an element', async () => {
  for (const path of all()) {
    const { response, scripts, metas, title, canonical, headings, footer } = await readRendered(path);
    expect([path, response.status, response.headers.get('set-cookie')]).toEqual([path, 200, null]);
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
    // The steps of a booking have none.
    const ways = ['/privacy-policy', '/terms-of-use', 'mailto:'];
    const found = ways.filter((way) => footer.some((href) => href.startsWith(way)));
    expect([path, found]).toEqual([path, path.startsWith(paths.picker) ? [] : ways]);
    for (const script of scripts)
      expect([path, attribute(script, 'src') !== undefined || /json$/.test(attribute(script, 'type') ?? '')]).toEqual([
        path,
        true,
      ]);
  }
  const profile = await readRendered(paths.profile);
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
  const service = await readRendered(paths.service);
  expect(service.data[0]).toMatchObject({ '@type': 'Service', offers: { price: 85, priceCurrency: 'AUD' } });
  expect([...service.title, service.metas.get('og:title')]).toEqual(Array(2).fill(`Rana's braids & "locs" · Saluni`));
  expect((await readRendered(paths.picker)).canonical).toEqual(service.canonical);
  // A category that the list has under another name.
  const braids = await readRendered('/browse-services?category=Braids&location=Bendigo');
  expect([braids.canonical, braids.chosen.includes('Braids')]).toEqual([
    [`${h.url}/browse-services?category=Braids&location=Bendigo`],
    true,
  ]);
  expect((await readRendered('/')).data).toMatchObject([
    { '@type': 'WebSite', potentialAction: { '@type': 'SearchAction' } },
  ]);
});

test('a page is sent compressed; an ETag saves one that is there, and never one that is not; others are a shell', async () => {
  const { response } = await read('/terms-of-use');
  expect(response.headers.get('content-encoding')).toBe('gzip');
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

/** What a page warns of, asks for although it came with it, or needs at first and does not name. */
async function problemsOf(page: Page, path: string): Promise<string[]> {
  const problems: string[] = [];
  const files: string[] = [];
  page.on('console', (message) => {
    // Other files' pictures are at addresses that do not exist.
    const isKnown = /ERR_NAME_NOT_RESOLVED|blocked by Playwright/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isKnown) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    files.push(new URL(request.url()).pathname);
    // A service's next times, what has room on a full day, and what else there is beside few results are asked for by
    // the browser alone.
    const asked = /availability\.ofProf|professionals\.byId/;
    const isBrowsers =
      (path.startsWith('/service-details/') && asked.test(request.url())) ||
      (path.startsWith('/pick-booking-time/') && request.url().includes('services.ofProfessional')) ||
      (path.startsWith('/browse-') && /\.list\?.*limit%22%3A4%7D$/.test(request.url()));
    if (request.url().includes('/trpc/') && !isBrowsers) problems.push(request.url());
  });
  const html = (await (await page.goto(path))?.text()) ?? '';
  // The service worker starts once the page is there.
  const scripts = files.filter((file) => file.endsWith('.js') && !/^\/sw\.js|start-worker/.test(file));
  problems.push(...scripts.filter((file) => !html.includes(`"${file}"`)).map((file) => `not named: ${file}`));
  if (files.filter((file) => file.endsWith('.css')).length !== 1) problems.push('not one style sheet');
  await page.waitForLoadState('networkidle');
  return problems;
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
      expect([path, await problemsOf(page, path)]).toEqual([path, []]);
      await page.close();
    }
  },
);

test('what is not there says so with a script and without one, comes up without a warning, and leads on', async () => {
  const another = await h.make.professional({ display_name: 'Ona Other' });
  const missing: [path: string, status: number, says: string, leads?: string][] = [
    ['/nowhere', 404, '404 - Page Not Found'],
    ['/find/barbers/darwin', 404, '404 - Page Not Found'],
    ['/find/florists/melbourne', 404, '404 - Page Not Found'],
    [`/service-details/${nobody}`, 404, 'Service not found.'],
    [`${paths.picker}?service_ids=${nobody}`, 200, 'Service not found.', paths.profile],
    [
      `/pick-booking-time/${paths.service.split('/').at(-1)}/${another.professionalId}`,
      404,
      'Service not found.',
      `/public-professional-page/${another.professionalId}`,
    ],
  ];
  const context = await h.visitor({ colorScheme: 'dark' });
  for (const [path, status, says, leads] of missing) {
    const { response, text, metas } = await readRendered(path);
    expect([path, response.status, metas.get('robots')]).toEqual([path, status, 'noindex']);
    // Whose service it is the browser finds out.
    if (!path.includes(another.professionalId)) expect([path, text.includes(says)]).toEqual([path, true]);
    const page = await context.newPage();
    // The browser asks itself for what was refused.
    const warnings = (await problemsOf(page, path)).filter((one) => !/\/trpc\/|status of 404/.test(one));
    expect([path, warnings]).toEqual([path, []]);
    await page.getByRole('main').getByText(says).first().waitFor();
    if (leads) {
      const all = page.getByRole('link', { name: 'See all services' });
      expect(await all.getAttribute('href')).toBe(leads);
    }
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
  const opened = await (await h.visitor({ timezoneId: 'Asia/Kathmandu' })).newPage();
  expect(await problemsOf(opened, `${path}?skip=20`)).toEqual([]);
  // The copy of the footer's links may be as old as a minute.
  await expect
    .poll(async () => (await (await fetch(`${h.url}/terms-of-use`)).text()).includes(`href="${path}"`), {
      timeout: 70_000,
      interval: 2_000,
    })
    .toBe(true);
}, 120_000);

test('each route says whether it is rendered, and its answer, the sitemap and robots.txt agree', async () => {
  const robots = await (await fetch(`${h.url}/robots.txt`)).text();
  const sitemap = await (await fetch(`${h.url}/sitemap/pages.xml`)).text();
  expect(robots).not.toMatch(/^Disallow: \S/m);
  for (const [name, { path, rendering, found }] of Object.entries(pages)) {
    if (path.includes(':')) {
      if (found !== 'each') continue;
      // Of one thing: with an id that nobody has it is not there, and in no sitemap.
      const unknown = path.replace(/:\w+\?/g, nobody);
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

test('without JavaScript landing page and lists are walked by links and forms, and a service leads to its picker', async () => {
  const page = await h.open('/', null, { javaScriptEnabled: false });
  expect(await page.getByRole('button', { name: 'Pause the pictures' }).isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Locs', exact: true }).click();
  await page.waitForURL('**?specialization_names=Loctician');

  await page.goto('/browse-professionals?location=Plainville');
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL((url) => url.searchParams.get('skip') === '20');
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(2);
  await page.getByRole('link', { name: 'Previous page' }).click();
  await page.waitForURL((url) => url.searchParams.get('skip') !== '20');
  await page.getByLabel('Braider').check();
  await page.getByRole('button', { name: 'Filter' }).last().click();
  await page.waitForURL((url) => url.searchParams.has('specialization_names'));
  expect(new URL(page.url()).searchParams.get('location')).toBe('Plainville');
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Petra Plain']);

  await page.goto('/browse-services?location=Plainville');
  await page.locator('select[name=category]').selectOption('Loc Services');
  await page.getByRole('button', { name: 'Filter' }).last().click();
  await page.waitForURL((url) => url.searchParams.get('category') === 'Loc Services');
  await page.getByRole('link', { name: 'Plain retwist' }).click();
  await page.waitForURL(`**${plain.service}/plain-retwist`);
  await page.getByRole('link', { name: 'Petra Plain' }).click();
  await page.waitForURL(`**${plain.profile}/**`);
  expect(await page.getByRole('button', { name: 'See available times' }).isVisible()).toBe(false);
  for (const name of ['Professionals', 'Services'])
    expect(await page.getByRole('banner').getByRole('link', { name, exact: true }).count()).toBe(1);
  await page.getByRole('link', { name: 'Book', exact: true }).click();
  await page.waitForURL('**/pick-booking-time/**');
  const text = await page.locator('main').innerText();
  const days = [0, 3, 20].map((later) => formatDayHeading(day + later * DAY, zone));
  expect(days.map((heading) => text.includes(heading))).toEqual([true, true, false]);
  expect(text).toContain(formatSlotTime(day, zone));

  for (const [path, needs] of [
    ['/waitlist-signup', 'This form needs JavaScript.'],
    ['/login', 'This page needs JavaScript.'],
  ] as const) {
    await page.goto(path);
    expect(await page.locator('body').innerText()).toContain(needs);
  }
});

test('with JavaScript the picker goes on from the week that came with the page', async () => {
  const page = await h.open(plain.picker, null, { timezoneId: zone });
  await page.getByRole('heading', { level: 2, name: formatDayHeading(day, zone) }).waitFor();
  const week = page.getByRole('region', { name: 'Day', exact: true });
  const last = formatDayHeading(day + 20 * DAY, zone);
  for (let weeks = 0; weeks < 4; weeks++) {
    if (await page.getByRole('button', { name: `${last}, ` }).count()) break;
    const shown = await week.innerText();
    await page.getByRole('button', { name: 'Next week' }).click();
    await expect.poll(() => week.innerText()).not.toBe(shown);
  }
  await page.getByRole('heading', { level: 2, name: last }).waitFor();
});

/** A page at `path` whose code does not come before `release`. */
async function withoutCode(path: string) {
  const page = await (await h.visitor(phone)).newPage();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await page.route('https://pictures.example/*', (route) => route.abort());
  const opened = page.goto(path);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  return {
    page,
    async release() {
      held.resolve();
      await opened;
    },
  };
}

test('before the code has come: what is typed and chosen stays, and a picture that failed is replaced afterwards', async () => {
  const { page, release } = await withoutCode('/waitlist-signup');
  const email = `early-${crypto.randomUUID()}@example.com`;
  await page.getByLabel('Name').fill('Early Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption('Barber');
  const send = page.getByRole('button', { name: 'Reserve My Spot' });
  expect(await send.isDisabled()).toBe(true);
  await release();
  await send.click();
  const stored = () =>
    h.db.selectFrom('waitlist_entries').select(['name', 'role']).where('email', '=', email).execute();
  await expect.poll(stored).toEqual([{ name: 'Early Ada', role: 'Barber' }]);

  const list = await withoutCode('/browse-services');
  const field = list.page.locator('input[name=search]');
  await field.fill('locs');
  await list.release();
  expect(await field.inputValue()).toBe('locs');

  const profile_picture = 'https://pictures.example/there-is-none.jpg';
  const { professionalId } = await h.make.professional({ display_name: 'Imara Quill', profile_picture });
  const profile = await withoutCode(`/public-professional-page/${professionalId}`);
  const picture = profile.page.locator(`img[src="${profile_picture}"]`).first();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true);
  await profile.release();
  await picture.waitFor({ state: 'detached' });
});

/** Ten seconds later, as far as code is concerned that has not come. */
const endWait = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSAnimation && ['late', 'unscripted'].includes(animation.animationName))
        animation.finish();
  });

/** Buttons that somebody can press, but that only a script answers. */
const deadButtons = (page: Page) =>
  page
    .locator('button:enabled:visible')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => !(button instanceof HTMLButtonElement && button.type === 'submit' && button.form))
        .map(({ outerHTML }) => outerHTML),
    );

test('a page whose code cannot be loaded, whole or in part, has no dead button, says so, and is loaded again by a link', async () => {
  const some = ['/', paths.profile, paths.picker, '/login', '/browse-services'];
  for (const path of full ? [...all(), '/nowhere', '/login'] : some) {
    const page = await (await h.visitor(phone)).newPage();
    const lost = path === '/browse-services' ? chunkOf('routes/browse-services.tsx') : '**/assets/*.js';
    await page.route(lost, (route) => route.abort());
    // The harness would wait for the code.
    await page.evaluate((address) => void location.assign(address), new URL(path, h.url).href);
    await page.waitForURL(`**${path}`);
    const again = page.getByRole('link', { name: 'load it again' });
    await page.waitForLoadState('networkidle');
    await endWait(page);
    expect([path, await deadButtons(page), await again.isVisible()]).toEqual([path, [], true]);
    await page.unroute(lost);
    await again.click();
    await page.waitForFunction(() => document.documentElement.dataset.ready === '');
    expect([path, await again.isVisible()]).toEqual([path, false]);
    await page.close();
  }
});
