import { beforeAll, expect, test } from 'vitest';
import { HOUR } from '#shared/constants.ts';
import { confirmPath, phone, pickPath, type Stage, stage } from './booking-people.ts';
import { expectNoSideScroll, intercept, useHarness } from './harness.ts';

const t = useHarness();

interface Setting extends Stage {
  bookingId: string;
}

interface Screen {
  name: string;
  path: (setting: Setting) => string;
  as: 'client' | 'professional' | 'nobody';
  /** The call whose answer the test delays or replaces. */
  call: string;
  /** A text of the loaded screen. */
  shows: string | RegExp;
  loading?: string;
  failed: string;
  /** The text for a 404, if the screen has one. */
  missing?: string;
}

const gone = 'Professional not found or has been removed.';
const screens: Screen[] = [
  {
    name: 'public professional page',
    path: ({ professional }) => `/public-professional-page/${professional.professionalId}`,
    as: 'nobody',
    call: 'professionals.byId',
    shows: 'Services Offered',
    failed: gone,
    missing: gone,
  },
  {
    name: 'its services',
    path: ({ professional }) => `/public-professional-page/${professional.professionalId}`,
    as: 'nobody',
    call: 'services.ofProfessional',
    shows: 'Loc retwist',
    failed: 'Failed to load services.',
  },
  {
    name: 'its times',
    path: ({ professional }) => `/public-professional-page/${professional.professionalId}`,
    as: 'nobody',
    call: 'availability.ofProfessional',
    shows: /free times/,
    failed: 'Failed to load available times.',
  },
  {
    name: 'add more services',
    path: ({ cut, professional }) => `/add-more-services/${cut}/${professional.professionalId}`,
    as: 'client',
    call: 'services.ofProfessional',
    shows: 'Loc retwist',
    failed: 'Failed to load services.',
  },
  {
    name: 'pick booking time',
    path: pickPath,
    as: 'nobody',
    call: 'availability.ofProfessional',
    shows: 'Afternoon',
    loading: 'Loading availability...',
    failed: 'Failed to load availability.',
  },
  {
    name: 'pick booking time, its professional',
    path: pickPath,
    as: 'nobody',
    call: 'professionals.byId',
    shows: 'Afternoon',
    loading: 'Loading availability...',
    failed: 'Failed to load availability.',
    missing: gone,
  },
  {
    name: 'confirm booking',
    path: confirmPath,
    as: 'client',
    call: 'services.byId',
    shows: 'Date and time',
    failed: 'Failed to load services.',
    missing: 'Service not found.',
  },
  {
    name: 'confirm booking, its professional',
    path: confirmPath,
    as: 'client',
    call: 'professionals.byId',
    shows: 'Date and time',
    failed: 'Failed to load booking details.',
    missing: gone,
  },
  {
    name: 'booking confirmed',
    path: ({ bookingId }) => `/booking-confirmed/${bookingId}`,
    as: 'client',
    call: 'bookings.byId',
    shows: 'Request sent',
    failed: 'Booking not found or failed to load.',
    missing: 'Booking not found or failed to load.',
  },
  {
    name: 'booking details',
    path: ({ bookingId }) => `/booking-details/${bookingId}`,
    as: 'client',
    call: 'bookings.byId',
    shows: 'Review Booking',
    failed: 'Failed to load booking details.',
    missing: 'No booking found.',
  },
  {
    name: 'update booking, for its professional',
    path: ({ bookingId }) => `/booking/${bookingId}/update`,
    as: 'professional',
    call: 'bookings.byId',
    shows: 'Confirm Booking',
    failed: 'Failed to load booking.',
    missing: 'Failed to load booking.',
  },
  {
    name: 'client profile',
    path: () => '/client-profile',
    as: 'client',
    call: 'clients.me',
    shows: '0400111222',
    loading: 'Loading...',
    failed: 'Failed to load client data.',
    missing: 'No profile data found.',
  },
  {
    name: "client profile's bookings",
    path: () => '/client-profile',
    as: 'client',
    call: 'bookings.ofClient',
    shows: 'Review Booking',
    failed: 'Failed to load bookings.',
  },
  {
    name: 'edit client profile',
    path: () => '/edit-client-profile',
    as: 'client',
    call: 'clients.me',
    shows: 'Phone Number',
    loading: 'Loading...',
    failed: 'Failed to load client profile.',
  },
  {
    name: 'client profile by id',
    path: ({ client }) => `/client-public-profile/${client.clientId}`,
    as: 'professional',
    call: 'clients.byId',
    shows: '0400111222',
    loading: 'Loading...',
    failed: 'Failed to load client profile.',
    missing: 'Failed to load client profile.',
  },
];

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

test.each(screens)('$name: while loading, loaded, failed, and after Try again', async (screen) => {
  const context = screen.as === 'nobody' ? await t.visitor(phone) : await t.signedIn(s[screen.as], phone);
  const page = await context.newPage();
  const release = await intercept(page, screen.call, 'hold');
  await page.goto(screen.path(s));
  await page.getByTestId('skeleton').first().waitFor();
  if (screen.loading) await page.getByText(screen.loading).first().waitFor();
  await expectNoSideScroll(page);
  await release();
  await page.getByText(screen.shows).first().waitFor();
  await page.getByTestId('skeleton').first().waitFor({ state: 'detached' });
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await expectNoSideScroll(page);

  const letThrough = await intercept(page, screen.call, { status: 500, detail: 'Broken' });
  await page.reload();
  await page.getByText(screen.failed).first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  await expectNoSideScroll(page);
  await letThrough();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByText(screen.shows).first().waitFor();
});

test.each(screens.filter(({ missing }) => missing))('$name: a 404 is not tried again', async (screen) => {
  const context = screen.as === 'nobody' ? await t.visitor(phone) : await t.signedIn(s[screen.as], phone);
  const page = await context.newPage();
  await intercept(page, screen.call, { status: 404, detail: 'Not found' });
  await page.goto(screen.path(s));
  await page.getByText(screen.missing ?? '').waitFor();
  await page.getByRole('main').getByRole('link').first().waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('the steps of the confirm page are links while it loads, and after it failed', async () => {
  const page = await (await t.signedIn(s.client, phone)).newPage();
  const steps = page.getByRole('navigation', { name: 'Booking steps' });
  const toTimes = async () => {
    const times = steps.getByRole('link', { name: 'Time' });
    await times.waitFor();
    expect(await times.getAttribute('href')).toContain(pickPath(s));
  };
  const failed = page.getByText("We couldn't load your booking.");
  const release = await intercept(page, 'professionals.byId', 'hold');
  await page.goto(confirmPath(s));
  await page.getByTestId('skeleton').first().waitFor();
  await toTimes();
  release();
  await intercept(page, 'professionals.byId', { status: 500, detail: 'Broken' });
  await page.reload();
  await failed.waitFor();
  await toTimes();
  // The address does not name the professional, whose times are behind the next step.
  await intercept(page, 'services.byId', { status: 500, detail: 'Broken' });
  await page.reload();
  await failed.waitFor();
  await steps.getByRole('link', { name: 'Service' }).waitFor();
});

test('a public profile that cannot be loaded is logged', async () => {
  const page = await (await t.visitor(phone)).newPage();
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('Failed to load the professional.'),
  );
  await page.goto('/public-professional-page/nothing');
  await page.getByText(gone).waitFor();
  expect((await logged).type()).toBe('error');
});

test('a picker whose professional went after their page was opened says so', async () => {
  const { professionalId } = await t.make.professional();
  await t.make.service(professionalId);
  const page = await (await t.visitor()).newPage();
  await page.goto(`/public-professional-page/${professionalId}`);
  const book = page.getByRole('link', { name: 'Book', exact: true });
  await book.waitFor();
  await t.db.updateTable('professionals').set({ is_active: false }).where('id', '=', professionalId).execute();
  await book.click();
  await page.getByText(gone).waitFor();
});
