import type { BrowserContext } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { Visitor } from './all-pages.ts';
import { type Harness, useHarness } from './harness.ts';

/** S13: a text that somebody stored, or that stands in an address, is shown and never run. */
const t = useHarness();

const run = 'window.hacked=1;alert(1)';
/** Where a name has room for it: 100 characters. */
const short = `"'><img src=x onerror=${run}><script>${run}</script>`;
const corpus = [
  `<script>${run}</script>`,
  `<script src=data:text/javascript,${run}></script>`,
  `"><img src=x onerror="${run}">`,
  `'><svg/onload=${run}>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<a href="javascript:${run}" autofocus onfocus="${run}">x</a>`,
  `</title></textarea></script><script>${run}</script>`,
  `<style>@import 'javascript:${run}';</style>`,
  `<details open ontoggle=${run}>`,
  `<math><mtext></p><mglyph><style><img src=x onerror=${run}>`,
  `<template><script>${run}</script></template>`,
  `javascript:${run}`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `\u2028<script>${run}</script>`,
];
const long = corpus.join('\n');

type Person = { token: string };
type Watched = { context: BrowserContext; dialogs: string[]; reports: string[] };

/** A context that notes each dialog and each report of the security policy. */
async function watched(person?: Person): Promise<Watched> {
  const context = await (person ? t.signedIn(person) : t.visitor());
  const dialogs: string[] = [];
  const reports: string[] = [];
  context.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss().catch(() => undefined);
  });
  await context.exposeBinding('reported', (_, report: string) => reports.push(report));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      (window as unknown as { reported(report: string): void }).reported(`${effectiveDirective} ${blockedURI}`);
    });
  });
  return { context, dialogs, reports };
}

async function expectNothingRan({ context, dialogs, reports }: Watched, what: string) {
  const hacked = await Promise.all(
    context
      .pages()
      .flatMap((page) => page.frames().map((frame) => frame.evaluate(() => 'hacked' in window).catch(() => false))),
  );
  expect({ what, hacked: hacked.includes(true), dialogs, reports }).toEqual({
    what,
    hacked: false,
    dialogs: [],
    reports: [],
  });
}

async function send(person: Person | undefined, method: string, path: string, body: unknown) {
  const headers = {
    'content-type': 'application/json',
    ...(person ? { authorization: `Bearer ${person.token}` } : {}),
  };
  const answer = await fetch(t.url + path, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as { id: string } };
}

/** People whose every text is hostile, and what they made: what the API refuses, such as a name, is written past it. */
async function hostile({ db, make }: Harness) {
  const professional = await make.professional();
  const client = await make.client();
  const admin = await make.admin();
  const put = async (person: Person, path: string, body: object, status = 200) =>
    expect((await send(person, 'PUT', path, body)).status).toBe(status);
  const profile = {
    display_name: 'Mallory',
    professional_type: 'barber',
    location: short,
    bio: long,
    experience_years: 1,
    specializations: [1],
  };
  for (const refused of [
    { display_name: short },
    { profile_picture: `javascript:${run}` },
    { profile_picture: `data:text/html,${short}` },
  ])
    await put(professional, '/professionals/me', { ...profile, ...refused }, 422);
  await put(professional, '/professionals/me', profile);
  const names = { first_name: 'Eve', last_name: 'Black', phone_number: '0400111222', notes: long };
  await put(client, '/clients/me', { ...names, first_name: short, last_name: short }, 422);
  await put(client, '/clients/me', names);
  const picture = `https://x.example/${encodeURIComponent('"')}"><img src=x onerror=${run}>`;
  await db
    .updateTable('professionals')
    .set({ display_name: short, profile_picture: picture })
    .where('id', '=', professional.professionalId)
    .execute();
  await db
    .updateTable('clients')
    .set({ first_name: short, last_name: short })
    .where('id', '=', client.clientId)
    .execute();

  const offer = { name: short, description: long, service_duration_minutes: 60, price: 50, category: 'Braids' };
  const { body: service } = await send(professional, 'POST', '/services/', offer);
  await send(professional, 'POST', '/services/', { ...offer, name: `B${short}`.slice(0, 100) });
  const start = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;
  const window = await make.window(professional.professionalId, start, start + 8 * HOUR);

  async function book(hour: number) {
    const at = new Date(start + hour * HOUR).toISOString();
    const wish = {
      professional_id: professional.professionalId,
      service_ids: [service.id],
      start_time: at,
      notes: long,
    };
    const { status, body } = await send(client, 'POST', '/bookings/', wish);
    expect(status).toBe(201);
    return body.id;
  }
  const [pending, confirmed, cancelled] = [await book(0), await book(2), await book(4)];
  expect((await send(professional, 'PATCH', `/bookings/${confirmed}`, { status: 'confirmed' })).status).toBe(200);
  const answer = { status: 'cancelled', reason: long.slice(0, 500) };
  expect((await send(professional, 'PATCH', `/bookings/${cancelled}`, answer)).status).toBe(200);
  await make.booking({
    professionalId: professional.professionalId,
    clientId: client.clientId,
    status: 'completed',
    start: start - 9 * DAY,
  });
  return { professional, client, admin, service: service.id, window, start, pending, confirmed, cancelled };
}

let h: Awaited<ReturnType<typeof hostile>>;
beforeAll(async () => {
  h = await hostile(t);
});

const slot = () => `slot_start=${new Date(h.start + 6 * HOUR).toISOString()}&availability_id=${h.window}`;
const confirmPath = () => `/confirm-booking/${h.service}?service_ids=${h.service}&${slot()}`;

/** Who opens what, with the texts of everybody. */
const walks = (): Record<Visitor, [Person | undefined, string[]]> => ({
  visitor: [
    undefined,
    [
      '/',
      '/browse-services?category=Braids',
      '/browse-professionals',
      `/public-professional-page/${h.professional.professionalId}`,
      `/service-details/${h.service}`,
      `/pick-booking-time/${h.service}/${h.professional.professionalId}`,
    ],
  ],
  client: [
    h.client,
    [
      `/add-more-services/${h.service}/${h.professional.professionalId}`,
      confirmPath(),
      ...[h.pending, h.confirmed, h.cancelled].flatMap((id) => [
        `/booking-confirmed/${id}`,
        `/booking-details/${id}`,
        `/booking/${id}/update`,
      ]),
      '/client-profile',
      '/edit-client-profile',
      `/client-public-profile/${h.client.clientId}`,
      // Who is logged in is led on at once.
      `/login?next=${encodeURIComponent(`javascript:${run}`)}`,
      `/login?next=${encodeURIComponent(`data:text/html,<script>${run}</script>`)}`,
    ],
  ],
  professional: [
    h.professional,
    [
      '/professional-dashboard?tab=availability',
      '/professional-dashboard?tab=bookings',
      '/edit-professional-profile',
      `/edit-service/${h.service}`,
      `/edit-availability/${h.window}`,
      `/client-public-profile/${h.client.clientId}`,
      `/booking-details/${h.pending}`,
      `/booking/${h.pending}/update`,
    ],
  ],
  admin: [
    h.admin,
    [
      '/admin-dashboard',
      '/professional-dashboard',
      `/client-public-profile/${h.client.clientId}`,
      `/booking-details/${h.confirmed}`,
      `/booking/${h.confirmed}/update`,
    ],
  ],
});

test.each(['visitor', 'client', 'professional', 'admin'] as const)(
  'S13: hostile texts in every field run nowhere for a %s',
  async (role) => {
    const [person, addresses] = walks()[role];
    const watch = await watched(person);
    const page = await watch.context.newPage();
    for (const address of addresses) {
      await page.goto(address, { waitUntil: 'networkidle' });
      await page.locator('h1').first().waitFor();
      await expectNothingRan(watch, address);
    }
  },
);

test('S13: hostile texts in toasts, dialogs and what is answered to a press run nowhere', async () => {
  const watch = await watched(h.professional);
  const dashboard = await watch.context.newPage();
  await dashboard.goto('/professional-dashboard');
  await dashboard.getByRole('button', { name: 'Delete', exact: true }).first().click();
  await dashboard.getByRole('alertdialog').waitFor();
  await expectNothingRan(watch, 'the dialog of a deletion');

  const client = await watched(h.client);
  const page = await client.context.newPage();
  await page.goto(confirmPath());
  const confirm = page.getByRole('button', { name: 'Confirm Booking' });
  await confirm.waitFor();
  await t.make.change('services', h.service, { is_active: false });
  await confirm.click();
  await page.locator('[data-sonner-toast]').getByText('is no longer offered.').waitFor();
  await expectNothingRan(client, 'the toast of a refused booking');
  await t.make.change('services', h.service, { is_active: true });
});

test('S13: hostile texts in an address run nowhere', async () => {
  const watch = await watched();
  const page = await watch.context.newPage();
  for (const [index, hostileText] of corpus.entries()) {
    const text = encodeURIComponent(hostileText);
    const pickTime = `/pick-booking-time/${h.service}/${h.professional.professionalId}`;
    const addresses = [
      `/browse-services?search=${text}&category=${text}&pages=${text}`,
      `/browse-professionals?location=${text}`,
      `/browse-professionals?specialization_names=${text}`,
      `/login?next=${text}#${text}`,
      `/verify-email?token=${text}`,
      `${pickTime}?service_ids=${text}&slot_start=${text}&availability_id=${text}`,
      `/service-details/${text}`,
      `/${text}`,
    ];
    // Each address gets each text in a full run, two of them in a short one.
    for (const address of addresses.filter((_, at) => full || at === index % addresses.length)) {
      await page.goto(address, { waitUntil: 'networkidle' });
      await expectNothingRan(watch, address);
    }
  }
}, 240_000);

test('S13: hostile texts run in no e-mail, nor on the inbox’s pages', async () => {
  const email = 'mallory-signs-up@xss.example';
  const signup = await send(undefined, 'POST', '/waitlist/signup', { name: short, email, role: 'Client' });
  expect(signup.status).toBe(201);
  const addresses = [h.client.email, h.professional.email, email];
  await expect
    .poll(async () => (await Promise.all(addresses.map(t.mailTo))).map((mails) => mails.length > 0), {
      timeout: 30_000,
    })
    .toEqual([true, true, true]);
  await expect
    .poll(async () => (await t.mailTo(h.client.email)).map(({ subject }) => subject).join())
    .toContain('Cancelled');

  const watch = await watched();
  const page = await watch.context.newPage();
  await page.goto(t.mailUiUrl, { waitUntil: 'networkidle' });
  await expectNothingRan(watch, 'the list of mails');
  for (const { id } of (await Promise.all(addresses.map(t.mailTo))).flat())
    for (const address of [`${t.mailUiUrl}/#/email/${id}`, `${t.mailUiUrl}/email/${id}/html`]) {
      await page.goto(address, { waitUntil: 'networkidle' });
      await expectNothingRan(watch, address);
    }
});

test('S13: a script that stands in a page all the same is blocked, and the policy reports it', async () => {
  const watch = await watched();
  await watch.context.route('**/terms-of-use', async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace('<div id="root">', `${corpus.slice(0, 4).join('')}<div id="root">`);
    await route.fulfill({ response: answer, body: html });
  });
  const page = await watch.context.newPage();
  await page.goto('/terms-of-use');
  await page.getByRole('heading', { name: 'Terms of Use' }).waitFor();
  await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>');
    } catch {
      // Trusted types refuse the text itself.
    }
  });
  expect(watch.dialogs).toEqual([]);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await expect
    .poll(() => [...new Set(watch.reports)].sort())
    .toEqual([
      'require-trusted-types-for trusted-types-sink',
      'script-src-attr inline',
      'script-src-elem data',
      'script-src-elem inline',
    ]);
});
