import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { addDays, weekOf } from '#shared/days.ts';
import { dayKey, formatShortDay, fromLocalInput, toLocalInput } from '#shared/time.ts';
import { confirm, confirming, confirmPath, logIn, phone, pickPath, type Stage, stage, zone } from './booking-people.ts';
import { chunkOf, expectNoSideScroll, intercept, receiveShell, untilListed, useHarness } from './harness.ts';
import { writeNotifications } from './write-notifications.ts';

/**
 * What screens show while what they show is on its way, when it does not come, is not there, is odd, is empty or is
 * more than a page; what forms do while they are sent, when they are refused, and without a connection.
 */
const t = useHarness();
const broken = { status: 500, detail: 'Internal server error' };

interface Setting extends Stage {
  bookingId: string;
}

interface More {
  /** Instead of a skeleton: what a part says while it loads. */
  loading?: string;
  /** What it says for a 404. */
  missing?: string | undefined;
  /** What it does not say before it knows. */
  never?: RegExp;
  /** A link that is there all the while. */
  leads?: string;
  /** What comes after Try again comes in two steps, the second without the focus. */
  inSteps?: true;
  isWide?: true;
}

type Visitor = 'client' | 'professional' | 'nobody';
type Path = (setting: Setting) => string;
/** A call that a part of a screen waits for, a text of that part, and what it says where the call fails. */
type Part = [path: Path, call: string, shows: string | RegExp, failed: string | string[], more?: More];

const at =
  (path: string): Path =>
  () =>
    path;
const profile: Path = ({ professional }) => `/public-professional-page/${professional.professionalId}`;
const service: Path = ({ cut }) => `/service-details/${cut}`;
const add: Path = ({ cut, professional }) => `/add-more-services/${cut}/${professional.professionalId}`;
const login: Path = (setting) => `/login?next=${encodeURIComponent(confirmPath(setting))}`;
const ticket: Path = ({ bookingId }) => `/booking-confirmed/${bookingId}`;
const details: Path = ({ bookingId }) => `/booking-details/${bookingId}`;
const update: Path = ({ bookingId }) => `/booking/${bookingId}/update`;
const clientById: Path = ({ client }) => `/client-public-profile/${client.clientId}`;
const contact: Path = ({ client }) => `/my-contact/${client.clientId}`;
const editService: Path = ({ cut }) => `/edit-service/${cut}`;
const editWindow: Path = ({ first }) => `/edit-availability/${first.id}`;
const calendar: Path = ({ first }) => `/calendar?view=week&date=${dayKey(first.start, zone)}`;
const [mine, hair, desk] = [at('/client-profile'), at('/my-hair/all'), at('/professional-dashboard')];
const [windows, bookings] = [
  at('/professional-dashboard?tab=availability'),
  at('/professional-dashboard?tab=bookings'),
];

const times = 'availability.ofProfessional';
const who = 'professionals.byId';
const booking = 'bookings.byId';
const gone = 'Professional not found or has been removed.';
const noTimes = 'Failed to load availability.';
const noBooking = 'Booking not found or failed to load.';
const notYet = "We couldn't load your booking.";
const noDetails = 'Failed to load booking details.';
const noClient = 'Failed to load client profile.';
const noData = 'Failed to load client data.';
const noProfile = 'Failed to load profile.';
const noService = 'Service not found.';
const noList = 'Failed to load services.';
const noWindow = 'Availability not found.';
const loads = (what = '', missing?: string): More => ({ loading: `Loading${what}...`, missing });
const openToday = { loading: 'Loading your day', never: /You're closed/ };
const week = { loading: 'Loading bookings', never: /^Not open\.$|You're closed/, isWide: true } as const;
/** What a week is read from; its first two in a short run. */
const opens = [times, 'hours.mine', 'hours.timeOff', 'hours.dates', 'hours.holidays'].slice(0, full ? 5 : 2);
const parts: Record<Visitor, Part[]> = {
  nobody: [
    [profile, who, 'Services Offered', gone, { missing: gone }],
    [profile, 'services.ofProfessional', 'Loc retwist', noList],
    [profile, times, 'Next free', ['Failed to load available times.', "Free times didn't load"]],
    [service, 'services.byId', /^Book Appointment/, noService, { missing: noService }],
    [pickPath, times, 'Afternoon', noTimes, loads(' availability')],
    [pickPath, who, 'Afternoon', noTimes, loads(' availability', gone)],
    [login, 'services.byId', 'Dry curl cut', notYet, { missing: noService }],
    [login, who, 'Dry curl cut', notYet],
  ],
  client: [
    [add, 'services.ofProfessional', 'Loc retwist', noList],
    [confirmPath, 'services.byId', 'Date and time', noList, { missing: noService, leads: 'Service', inSteps: true }],
    [confirmPath, who, 'Date and time', noDetails, { missing: gone, leads: 'Time' }],
    [ticket, booking, 'Request sent', noBooking, { missing: noBooking }],
    [details, booking, 'Review Booking', noDetails, { missing: 'No booking found.' }],
    [mine, 'clients.me', '0400111222', noData, loads('', 'No profile data found.')],
    [mine, 'bookings.ofClient', 'Review Booking', 'Failed to load bookings.'],
    [hair, 'hair.mine', 'Your hair', 'Failed to load your hair.', loads(' your hair')],
    [hair, 'hair.readings', /^Nobody yet/, 'Failed to load who has looked.'],
    [at('/edit-client-profile'), 'clients.me', 'Phone Number', noClient, loads()],
    [at('/settings'), 'auth.sessions', 'This device', 'Failed to load'],
  ],
  professional: [
    [update, booking, 'Confirm Booking', 'Failed to load booking.', { missing: 'Failed to load booking.' }],
    [clientById, 'clients.byId', '0400111222', noClient, loads('', noClient)],
    [contact, 'professionals.profile', 'Last visit', 'Failed to load the client.'],
    [desk, 'professionals.profile', 'Manage Services', 'No user data found.', loads()],
    [desk, 'services.mine', 'Loc retwist', noList],
    [desk, times, "You're closed today.", "Free times couldn't be loaded.", openToday],
    [windows, 'availability.mine', 'Delete', noTimes],
    [bookings, 'bookings.ofProfessional', 'Review Booking', 'Failed to load bookings.', { inSteps: true }],
    ...opens.map((call): Part => [calendar, call, /^Open: /, noTimes, week]),
    [editService, 'services.byId', 'Update Service', noService, loads(' service data', noService)],
    [editWindow, 'availability.byId', 'Update Availability', noWindow, loads('', noWindow)],
    [editWindow, 'professionals.profile', 'Update Availability', noWindow],
    [at('/set-availability'), 'professionals.profile', 'Create', noProfile],
    [at('/edit-professional-profile'), 'professionals.profile', 'Save Changes', noProfile, loads(' profile')],
  ],
};
const cases = (['nobody', 'client', 'professional'] as const).flatMap((as) =>
  parts[as].map(([path, call, shows, failed, more]) => ({ as, path, call, shows, failed, more })),
);

let s: Setting;
beforeAll(async () => {
  const made = await stage(t);
  const { bookingId } = await t.make.booking({
    professionalId: made.professional.professionalId,
    clientId: made.client.clientId,
    serviceIds: [made.cut, made.retwist],
    start: made.first.start + 24 * HOUR,
    notes: 'A long-note-without-any-place-to-break-it-that-must-not-push-the-page-to-the-side-of-a-small-phone',
  });
  s = { ...made, bookingId };
});

/** What has the focus, by its role and text: 'H2 Coming up', 'A Mina' or 'BODY'. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName, textContent, ariaLabel } = document.activeElement ?? document.body;
    return tagName === 'BODY' ? tagName : `${tagName} ${ariaLabel ?? textContent?.slice(0, 60)}`;
  });
const said = (page: Page) => page.locator('#said');
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

const opened = async (as: Visitor, options = phone) =>
  (as === 'nobody' ? await t.visitor(options) : await t.signedIn(s[as], options)).newPage();

test.each(cases)('for $as, $call, "$failed": loading, failed, after Try again, and not there', async (one) => {
  const { as, path, call, shows, failed, more: { loading, missing, never, leads, inSteps, isWide } = {} } = one;
  const page = await opened(as, isWide ? { ...phone, viewport: { width: 1280, height: 900 } } : phone);
  const main = page.getByRole('main');
  const expectRest = async () => {
    if (leads) await main.getByRole('link', { name: leads }).first().waitFor();
    if (never) expect(await page.getByText(never).filter({ visible: true }).allInnerTexts()).toEqual([]);
    await expectNoSideScroll(page);
  };
  const mend = await intercept(page, call, broken);
  const answer = await intercept(page, call, 'hold');
  const logged = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && /^(Failed to load|Failed to fetch)/.test(message.text()),
  );
  await page.goto(path(s));
  if (loading) await page.getByText(loading).first().waitFor();
  else await page.getByTestId('skeleton').first().waitFor();
  await expectRest();
  answer();
  for (const text of [failed].flat()) await page.getByText(text).first().waitFor();
  await logged;
  expect(await page.getByText('Internal server error').count()).toBe(0);
  await expectRest();
  mend();
  await tryAgain(page).first().press('Enter');
  await page.getByText(shows).first().waitFor();
  await expect.poll(() => page.getByTestId('skeleton').count()).toBe(0);
  const isInside = () => main.evaluate((part) => part.contains(document.activeElement));
  if (!inSteps) await expect.poll(async () => (await isInside()) || focused(page)).toBe(true);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);

  if (!missing) return;
  await intercept(page, call, { status: 404, detail: 'Not found' });
  await page.goto(path(s));
  await page.getByText(missing).waitFor();
  await main.getByRole('link').first().waitFor();
  expect(await tryAgain(page).count()).toBe(0);
});

test('a private page has its title and its heading while its code is still loading', async () => {
  const page = await opened('client');
  const held = Promise.withResolvers<void>();
  await page.route(chunkOf('routes/settings.tsx'), async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.goto('/settings', { waitUntil: 'commit' });
  const loading = page.getByRole('status').getByText('Loading', { exact: true });
  const named = async () => [await page.title(), await page.getByRole('heading', { level: 1 }).allTextContents()];
  await expect.poll(named).toEqual(['Settings · Saluni', ['Settings']]);
  expect(await loading.count()).toBe(1);
  held.resolve();
  await loading.waitFor({ state: 'detached' });
  await expect.poll(named).toEqual(['Settings · Saluni', ['Settings']]);
});

test('the dashboard loads the profile first, then availability and bookings at once, and logs what failed before it is seen', async () => {
  const page = await opened('professional');
  const both = ['/trpc/availability.mine', '/trpc/bookings.ofProfessional'];
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname));
  const asksBoth = () => both.filter((path) => asked.has(path));
  const showProfile = await intercept(page, 'professionals.profile', 'hold');
  const showBookings = await intercept(page, 'bookings.ofProfessional', 'hold');
  await intercept(page, 'availability.mine', broken);
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Failed to load availability.'));
  await page.goto('/professional-dashboard');
  await page.getByText('Loading...').waitFor();
  expect(asksBoth()).toEqual([]);
  showProfile();
  await expect.poll(asksBoth).toEqual(both);
  expect((await logged).type()).toBe('error');
  showBookings();
  await page.getByRole('heading', { name: '1 request is waiting for your answer' }).waitFor();
});

test('without its bookings the day says that they failed to load, not that there are none', async () => {
  const page = await opened('professional');
  const mend = await intercept(page, 'bookings.ofProfessional', broken);
  await page.goto('/professional-dashboard');
  await page.getByText('Failed to load your day.').waitFor();
  expect(await page.getByText(/No upcoming bookings|no free times|You're closed/).count()).toBe(0);
  mend();
  await tryAgain(page).click();
  await page.getByRole('heading', { name: '1 request is waiting for your answer' }).waitFor();
  await expect.poll(() => page.getByText('Failed to load your day.').count()).toBe(0);
});

test('who comes next: what is not read yet has a place, and what failed says so and is asked for again', async () => {
  const professional = await t.make.professional();
  const { clientId } = await t.make.client({ first_name: 'Hana' });
  const { professionalId } = professional;
  await t.make.booking({ professionalId, clientId, status: 'confirmed', start: Date.now() + 2 * DAY });
  const page = await (await t.signedIn(professional, phone)).newPage();
  const calls = ['clients.byId', 'bookings.ofClient'];
  const mends = await Promise.all(calls.map((call) => intercept(page, call, broken)));
  const answer = await intercept(page, 'clients.byId', 'hold');
  await page.goto('/professional-dashboard');
  await page
    .getByRole('heading', { level: 1 })
    .getByRole('button', { name: /^Next: Hana/ })
    .click();
  const row = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await row('Phone').waitFor();
  expect(await row('Phone').getByRole('definition').innerText()).toBe('');
  answer();
  const failed = ['Phone and notes', 'Last visit'].map(row);
  for (const one of failed) await one.getByText("Couldn't be loaded.").waitFor();
  await expectNoSideScroll(page);
  for (const mend of mends) mend();
  for (const one of failed) await one.getByRole('button', { name: 'Try again' }).click();
  await row('Phone').getByRole('link').waitFor();
  await row('Last visit').getByText('None before').waitFor();
});

test('a new professional reads what to do first; a booking whose date cannot be read says so', async () => {
  const newcomer = await t.make.professional();
  const page = await t.open('/professional-dashboard', newcomer, phone);
  for (const [tab, text] of [
    ['Manage Services', 'No Saluni Services found.'],
    ['Manage Availability', 'No availability set.'],
    ['Manage Bookings', 'No bookings found.'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(text).waitFor();
    await expectNoSideScroll(page);
  }
  await t.make.booking({ professionalId: newcomer.professionalId, start: Date.now() + 2 * DAY });
  await page.route('**/trpc/bookings.ofProfessional*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace(/"start_time":"[^"]+"/, '"start_time":"soon"'),
    });
  });
  await page.reload();
  await page.getByText('Invalid Date').first().waitFor();
});

/** Data of the wrong shape, so that the part that shows it throws; what else the page shows, and what comes again. */
const odd: [call: string, as: Visitor, path: Path, rest: string, shows: string][] = [
  ['images.list', 'nobody', at('/'), 'What does your hair need?', 'Pause the pictures'],
  ['services.ofProfessional', 'nobody', profile, 'Available Times', 'Loc retwist'],
  ['services.mine', 'professional', desk, 'Today', 'Loc retwist'],
];

test.each(odd)('F1: odd data of %s keeps the page, and Try again mends it', async (call, as, path, rest, shows) => {
  const page = await opened(as);
  let isOdd = true;
  await receiveShell(page);
  // The page itself looks for a service to book: only what the list reads is missing.
  const listed = { id: s.cut, is_active: true, price: null, name: {} };
  const data = call === 'services.ofProfessional' ? [listed] : [null];
  await page.route(`**/trpc/${call}*`, (route) =>
    isOdd ? route.fulfill({ json: { result: { data } } }) : route.fallback(),
  );
  await page.goto(path(s));
  await page.getByText("This part couldn't be shown.").waitFor();
  await page.getByRole('heading', { name: rest }).first().waitFor();
  isOdd = false;
  await tryAgain(page).first().click();
  await page
    .getByText(shows)
    .or(page.getByRole('button', { name: shows }))
    .first()
    .waitFor();
  await page.getByText("This part couldn't be shown.").waitFor({ state: 'detached' });
});

test('F1: data that came with a page and is odd, pictures and code of a part that do not come: the rest works', async () => {
  const page = await (await t.visitor(phone)).newPage();
  await page.route('**/browse-professionals', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"results":[', '"results":[null,') });
  });
  await page.goto('/browse-professionals');
  await tryAgain(page).first().waitFor();
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  expect(await menu.getAttribute('aria-expanded')).toBe('true');

  await page.route(chunkOf('features/service/service-carousel-moving.tsx'), (route) => route.abort());
  await page.goto(`/service-details/${s.cut}`);
  const pictures = page.getByRole('region', { name: 'Images of this service' });
  await pictures.hover();
  await pictures.getByRole('button', { name: 'Show image 2' }).click();
  await pictures.getByText('Image 1 (coming soon)').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);

  const lost = { id: '1', url: '/there-is-no-such.webp', alt: 'Twists', width: 800, height: 600 };
  await receiveShell(page);
  await page.route('**/trpc/images.list*', (route) => route.fulfill({ json: { result: { data: [lost] } } }));
  await page.goto('/');
  const shown = page.getByRole('region', { name: 'Pictures', exact: true }).locator('li').first();
  await shown.locator('svg[data-pattern]').waitFor();
  expect(await shown.locator('img').count()).toBe(0);

  const client = await (await t.signedIn(await t.make.client())).newPage();
  await client.route(chunkOf('app/account-menu.tsx'), (route) => route.abort());
  await client.goto('/');
  const header = client.getByRole('banner');
  expect(await header.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/client-profile');
  await header.getByRole('button', { name: 'Log out' }).click();
  await header.getByRole('link', { name: 'Log in' }).waitFor();
});

test('a press whose code does not come, not even with its page, says so and leaves its button closed', async () => {
  const page = await (await t.visitor()).newPage();
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  await page.route(chunkOf('features/share/share-sheet.tsx'), (route) => route.abort());
  await page.goto(`/public-professional-page/${s.professional.professionalId}`);
  const share = page.getByRole('button', { name: 'Share' }).first();
  await share.click();
  await expect.poll(() => loads).toBe(2);
  await page.waitForFunction(() => document.documentElement.dataset.ready === '');
  await share.click();
  await page.locator('[data-sonner-toast]').getByText("That couldn't be opened.").waitFor();
  expect(await share.getAttribute('aria-expanded')).not.toBe('true');
});

test('Try again is busy while it tries, asks once, keeps the focus in vain, and hands it on to what came', async () => {
  const page = await (await t.visitor()).newPage();
  const calls: string[] = [];
  page.on('request', (one) => void (one.url().includes('/trpc/services.ofProfessional') && calls.push(one.url())));
  const mend = await intercept(page, 'services.ofProfessional', { status: 400, detail: 'Closed for today.' });
  await page.goto(`/public-professional-page/${s.professional.professionalId}`);
  const again = page.getByRole('alert').filter({ hasText: 'Failed to load services.' }).getByRole('button');
  await again.waitFor();
  const before = calls.length;
  const release = await intercept(page, 'services.ofProfessional', 'hold');
  await again.press('Enter');
  await page.getByRole('button', { name: 'Trying again...' }).waitFor();
  expect([await again.getAttribute('aria-busy'), await focused(page)]).toEqual(['true', 'BUTTON Trying again...']);
  await again.press('Enter');
  await again.click({ force: true });
  release();
  await tryAgain(page).waitFor();
  expect(calls.length).toBe(before + 1);
  await expect.poll(() => focused(page)).toBe('BUTTON Try again');
  await expect.poll(() => said(page).innerText()).toBe('Failed to load services.');
  mend();
  await again.press('Enter');
  await tryAgain(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^A .*Dry curl cut/);
  await expect.poll(() => said(page).innerText()).toBe('Loaded.');
});

test('the times nearest to one that was lost are waited for, what failed is said, and Try again leads to them', async () => {
  const { page } = await confirming(t);
  const refusal = { status: 409, detail: 'That time is no longer available.', reason: 'slot_taken' } as const;
  await intercept(page, 'bookings.create', refusal);
  const mend = await intercept(page, 'availability.ofProfessional', broken);
  const release = await intercept(page, 'availability.ofProfessional', 'hold');
  await confirm(page).click();
  const refused = page.getByRole('alert').filter({ hasText: refusal.detail });
  await refused.getByTestId('skeleton').waitFor();
  release();
  await refused.getByText('Failed to load the nearest free times.').waitFor();
  await expectNoSideScroll(page);
  mend();
  await tryAgain(page).press('Enter');
  await refused.getByRole('list', { name: 'Nearest free times' }).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^BUTTON .*AM/);
});

test('the last Show more that fails hands the focus on to Try again, and that to the first of the new items', async () => {
  const page = await (await t.visitor()).newPage();
  for (let index = 0; index < 21; index++)
    await t.make.professional({ display_name: `Cleo ${String.fromCharCode(65 + index)}`, location: 'Cape Onwards' });
  await untilListed(t, '/professionals/?location=Cape+Onwards', 21);
  await page.goto('/browse-professionals?location=Cape+Onwards');
  const mend = await intercept(page, 'professionals.byLocation', { status: 400, detail: 'Closed for today.' });
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('BUTTON Try again');
  mend();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^A .*Cleo U/);
  await expect.poll(() => said(page).innerText()).toBe('Loaded.');
});

const offlineText = 'No connection. What you entered is still here.';
type Refusal = [answer: Parameters<typeof intercept>[2], said: string];
type Form = [
  ...[call: string, as: Visitor, path: Path, press: string, busy: string],
  ...[fill: (page: Page) => Promise<unknown>, refusals: Refusal[]],
];
const refused = (detail: unknown, status = 500) => ({ status, detail });
const asItIs = async () => undefined;
const nora = { Email: 'nora.nowhere@example.com' };
async function fillIn(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
}
async function fillWindow(page: Page) {
  const start = s.first.start + 10 * DAY;
  await fillIn(page, { 'Start Time': toLocalInput(start, zone), 'End Time': toLocalInput(start + HOUR, zone) });
}
async function fillWaitlist(page: Page) {
  await fillIn(page, { Name: 'Nora Nowhere', ...nora });
  await page.getByLabel('Role').selectOption('Hairdresser');
}
const fillLogin = (page: Page) => fillIn(page, { ...nora, Password: 'not-this-one' });
// What has no place for a message.
const chips = [{ loc: ['body', 'specializations'], msg: 'Too many' }];
const box = [{ loc: ['body', 'is_active'], msg: 'The last one stays active' }];
const overlaps = 'This overlaps another window.';
const forms: Form[] = [
  [
    'auth.login',
    'nobody',
    at('/login'),
    'Login',
    'Logging in...',
    fillLogin,
    [[refused(undefined), 'Invalid credentials or server error']],
  ],
  [
    'waitlist.signup',
    'nobody',
    at('/waitlist-signup'),
    'Reserve My Spot',
    'Submitting...',
    fillWaitlist,
    [[refused('Try later.', 409), 'Try later.']],
  ],
  [
    'availability.update',
    'professional',
    editWindow,
    'Update Availability',
    'Updating...',
    asItIs,
    [[refused(undefined), 'Something went wrong. Please try again.']],
  ],
  [
    'availability.create',
    'professional',
    at('/set-availability'),
    'Create',
    'Creating...',
    fillWindow,
    [
      [refused(overlaps, 409), overlaps],
      ['lose', 'Something went wrong.'],
    ],
  ],
  [
    'professionals.updateMe',
    'professional',
    at('/edit-professional-profile'),
    'Save Changes',
    'Saving...',
    asItIs,
    [
      [refused(undefined), 'Failed to update profile.'],
      [refused(chips, 422), 'Too many'],
      ['lose', 'Unexpected error occurred.'],
    ],
  ],
  [
    'services.update',
    'professional',
    editService,
    'Update Service',
    'Updating...',
    asItIs,
    [[refused(box, 422), 'The last one stays active']],
  ],
];

test.each(forms)(
  'F2: the form of %s says refusals and a lost connection in place, keeps what was typed, and is busy',
  async (...form) => {
    const [call, as, path, name, busy, fill, refusals] = form;
    const page = await opened(as);
    const context = page.context();
    await page.goto(path(s));
    const press = page.getByRole('button', { name, exact: true });
    await press.waitFor();
    await fill(page);
    const fields = page.getByRole('main').locator('form input:visible');
    const typed = () => fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
    const before = await typed();
    const alert = (text: string) =>
      page.getByRole('main').getByText(text, { exact: true }).filter({ visible: true }).first();
    for (const [answer, text] of refusals) {
      const mend = await intercept(page, call, answer);
      await press.click();
      await alert(text).waitFor();
      mend();
    }
    await expectNoSideScroll(page);
    await context.setOffline(true);
    await press.click();
    // Once, and in vain once more.
    const lost = page.getByText(/connection|unexpected error|went wrong/i).filter({ visible: true });
    await expect.poll(() => lost.allInnerTexts()).toEqual([offlineText]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => lost.allInnerTexts()).toEqual([offlineText]);
    await context.setOffline(false);
    await expect.poll(() => lost.count()).toBe(0);
    expect(await typed()).toEqual(before);
    const release = await intercept(page, call, 'hold');
    await press.click();
    await expect.poll(() => page.getByRole('button', { name: busy }).isDisabled()).toBe(true);
    await page.close();
    release();
  },
);

test('a refused field has the message and the focus, and what was typed stays; two presses at once make one service', async () => {
  const professional = await t.make.professional();
  const page = await t.open('/create-service', professional, phone);
  await fillIn(page, { 'Service Name': 'Flat twists', 'Price ($)': '60', 'Duration (minutes)': '45' });
  const refusal = { loc: ['body', 'name'], msg: 'Name is taken', type: 'x' };
  const mend = await intercept(page, 'services.create', { status: 422, detail: [refusal] });
  const create = page.getByRole('button', { name: 'Create Service' });
  await create.click();
  await page.getByText('Name is taken').waitFor();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Flat twists');
  mend();
  await create.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.waitForURL(/\/professional-dashboard$/);
  const services = t.db
    .selectFrom('services')
    .select('name')
    .where('professional_id', '=', professional.professionalId);
  expect(await services.execute()).toEqual([{ name: 'Flat twists' }]);

  // While it is deleted it cannot be kept; a failure is shown, and it stays.
  const mendDelete = await intercept(page, 'services.delete', broken);
  const answer = await intercept(page, 'services.delete', 'hold');
  const remove = (part: Page | Locator) => part.getByRole('button', { name: 'Delete', exact: true });
  await remove(page).click();
  const question = page.getByRole('alertdialog');
  await expectNoSideScroll(page);
  await remove(question).click();
  await expect.poll(() => question.getByRole('button', { name: 'Keep it' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await question.count()).toBe(1);
  answer();
  await page.getByText('Internal server error').waitFor();
  await page.getByText('Flat twists').first().waitFor();
  mendDelete();

  const logged = page.waitForEvent('console', (message) => message.text() === 'No service ID provided.');
  await page.goto('/edit-service/');
  await page.getByText('No service ID provided.').waitFor();
  expect((await logged).type()).toBe('error');
});

/** Whatever the browser stores for the site, as text. */
function storedBy(page: Page) {
  return page.evaluate(async () => {
    const texts = [...Object.values({ ...localStorage }), ...Object.values({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  });
}

test('the coming bookings are readable without a connection, say how old they are, and go at logout', async () => {
  const client = await t.make.client();
  await t.make.password(client);
  const { professionalId } = await t.make.professional({ display_name: 'Odile Offline', location: 'Brunswick' });
  const braids = await t.make.service(professionalId, { name: 'Offline braids' });
  const made = { professionalId, clientId: client.clientId, serviceIds: [braids] };
  await t.make.booking({ ...made, start: Date.now() + 2 * DAY, status: 'confirmed' });
  const context = await t.visitor({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto('/login');
  await logIn(page, client.email);
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto('/client-profile');
  await page.getByText('Odile Offline').first().waitFor();
  const state = async () => (await navigator.serviceWorker.getRegistration())?.active?.state;
  await expect.poll(() => page.evaluate(state)).toBe('activated');
  const kept = () => page.evaluate(() => localStorage.getItem('saluni.coming') ?? '{}');
  await expect.poll(kept).toContain('Odile Offline');
  expect(Object.keys(JSON.parse(await kept()).bookings[0]).sort()).toEqual([
    'name',
    'place',
    'service',
    'start',
    'zone',
  ]);
  // Its files pass the worker now.
  await page.reload();
  await page.getByText('Odile Offline').first().waitFor();

  await context.setOffline(true);
  await page.goto('/client-profile');
  const coming = page.getByRole('region', { name: 'Your next bookings' });
  await coming.waitFor();
  expect(await coming.textContent()).toMatch(/No connection\. This is from (just now|\d+ minutes? ago)/);
  for (const text of ['Odile Offline', 'Offline braids', 'Brunswick'])
    expect(await coming.textContent()).toContain(text);
  // Where the screen itself was never loaded.
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  expect(await page.title()).toBe('No connection · Saluni');
  await coming.waitFor();
  await context.setOffline(false);
  await page.goto('/client-profile');
  await page.getByText('Odile Offline').first().waitFor();
  await expect.poll(() => coming.count()).toBe(0);
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  const left = async () => {
    const stored = await storedBy(page);
    return ['Odile', 'Offline braids', 'Brunswick', client.email].filter((text) => stored.includes(text));
  };
  await expect.poll(left).toEqual([]);
});

test('F2: without a connection a list, a screen, a mailed link and a toast say so; the first two come once it is back', async () => {
  const context = await t.signedIn(s.client);
  const page = await context.newPage();
  await writeNotifications(t, s.client);
  await page.goto('/browse-services');
  await context.setOffline(true);
  await page.getByLabel('Search services').fill('zzyzx');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'No connection.' }).waitFor();
  await context.setOffline(false);
  await page.getByText('No services found for "zzyzx".').waitFor();

  const chunk = chunkOf('routes/terms-of-use.tsx');
  await page.route(chunk, (route) => route.abort());
  await context.setOffline(true);
  await page.evaluate(() => {
    history.pushState({}, '', '/terms-of-use');
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor();
  await page.getByText("try again once you're online").waitFor();
  await page.unroute(chunk);
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Terms of Use' }).waitFor();

  await page.route('**/trpc/waitlist.verify*', async (route) => {
    await context.setOffline(true);
    await route.abort();
  });
  await page.goto('/verify-email?token=abc');
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await page.getByText("There's no connection. Try again once you're online.").waitFor();
  await context.setOffline(false);

  await page.goto('/notifications');
  const unread = page.getByRole('main').getByRole('button', { name: /^Unread: / });
  await unread.first().waitFor();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await unread.first().click();
  await page.locator('[data-sonner-toast]').getByText('Failed to mark as read.').waitFor();
});

/** A professional whose week after this one has more bookings than a page, the last on its Saturday, within time off. */
async function fullWeek() {
  const professional = await t.make.professional();
  const { professionalId } = professional;
  const serviceIds = [await t.make.service(professionalId, { service_duration_minutes: 15 })];
  const { clientId } = await t.make.client({ first_name: 'Kofi', last_name: 'Mensah' });
  const days = weekOf(addDays(dayKey(Date.now(), zone), 7));
  const [monday = '', saturday = ''] = [days[0], days[5]];
  const made = { professionalId, clientId, serviceIds };
  for (let n = 0; n < 102; n++)
    await t.make.booking({ ...made, start: wallTime(monday, '06:00') + n * 30 * MINUTE, status: 'confirmed' });
  await t.make.booking({ ...made, start: wallTime(saturday, '11:00') });
  for (let n = 1; n <= 30; n++)
    await t.make.booking({ ...made, start: Date.now() - n * 50 * HOUR, status: 'completed' });
  return { professional, made, monday, saturday };
}
const wallTime = (key: string, time: string) => fromLocalInput(`${key}T${time}`, zone) ?? Number.NaN;

test('more bookings than a page: the calendar, the list, time off and an admin have the last of them; the dashboard asks for no more than it shows', async () => {
  const { professional, made, monday, saturday } = await fullWeek();
  const wide = { viewport: { width: 1280, height: 900 }, timezoneId: zone };
  const page = await (await t.signedIn(professional, wide)).newPage();
  const asked: unknown[][] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname !== '/trpc/bookings.ofProfessional') return;
    const { from, order, skip } = JSON.parse(url.searchParams.get('input') ?? '{}');
    // What is read page by page.
    if (skip !== undefined) asked.push([from, order, skip]);
  });
  await page.clock.install();
  await page.goto('/professional-dashboard');
  await page.getByRole('heading', { name: /^Next: Kofi at/ }).waitFor();
  await page.getByRole('heading', { name: '1 request is waiting for your answer' }).waitFor();
  const from = new Date(wallTime(addDays(dayKey(Date.now(), zone), -1), '00:00')).toISOString();
  expect(asked).toEqual([
    [from, 'asc', 0],
    [from, 'asc', 0],
  ]);
  // Not again each minute.
  await page.clock.runFor(3 * MINUTE);
  await page.getByRole('tab', { name: 'Manage Availability' }).click();
  await page.getByText('No availability set.').waitFor();
  expect(asked).toHaveLength(2);
  // First what is ahead, then what was before.
  await page.getByRole('tab', { name: 'Manage Bookings' }).click();
  const rows = page.getByRole('tabpanel', { name: 'all' }).getByRole('link', { name: /Review Booking|View Details/ });
  await expect.poll(() => rows.count()).toBe(100);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBe(133);

  await t.make.timeOff(made.professionalId, wallTime(monday, '00:00'), wallTime(addDays(monday, 7), '00:00'));
  await page.goto(`/calendar?view=week&date=${monday}`);
  const last = page.getByRole('region', { name: formatShortDay(wallTime(saturday, '12:00'), zone), exact: true });
  await last.getByRole('link', { name: /Kofi/ }).waitFor();
  await page.goto('/set-hours');
  const timeOff = page.getByRole('region', { name: 'Time off' });
  await timeOff.getByText('103 bookings inside').click();
  const inside = timeOff.getByRole('listitem');
  await expect.poll(() => inside.count()).toBe(100);
  await timeOff.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => inside.count()).toBe(103);

  const admin = await t.open('/admin-dashboard?tab=users', await t.make.admin());
  await admin.getByLabel('Name or email').fill(professional.email);
  await admin.getByRole('button', { name: 'Search' }).click();
  await admin.getByRole('button', { name: '102 confirmed bookings ahead' }).click();
  const ahead = admin.locator('a[href^="/booking-details/"]');
  await expect.poll(() => ahead.count()).toBe(100);
  await admin.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => ahead.count()).toBe(102);
}, 240_000);
