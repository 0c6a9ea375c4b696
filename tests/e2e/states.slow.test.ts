import { beforeAll, expect, test } from 'vitest';
import { HOUR } from '#shared/constants.ts';
import { confirmPath, phone, pickPath, type Stage, stage } from './booking-people.ts';
import { expectNoSideScroll, intercept, useHarness } from './harness.ts';

const t = useHarness();

/** What every screen shows while it waits for what it shows, when that does not come, and when it is not there. */

interface Setting extends Stage {
  bookingId: string;
}

/** Instead of a skeleton: what a part says while it loads; and what it says for a 404. */
interface More {
  loading?: string;
  missing?: string;
}

interface Screen {
  name: string;
  path: (setting: Setting) => string;
  as: 'client' | 'professional' | 'nobody';
  /** Each call that a part of it waits for, a text of that part, and what it says where the call fails. */
  parts: [call: string, shows: string | RegExp, failed: string, more?: More][];
}

const gone = 'Professional not found or has been removed.';
const noTimes = 'Failed to load availability.';
const noBooking = 'Booking not found or failed to load.';
const noClient = 'Failed to load client profile.';
const noWindow = 'Availability not found.';
const of = (missing: string, loading?: string): More => ({ missing, ...(loading === undefined ? {} : { loading }) });
const screens: Screen[] = [
  {
    name: 'public professional page',
    path: ({ professional }) => `/public-professional-page/${professional.professionalId}`,
    as: 'nobody',
    parts: [
      ['professionals.byId', 'Services Offered', gone, of(gone)],
      ['services.ofProfessional', 'Loc retwist', 'Failed to load services.'],
      ['availability.ofProfessional', /free times/, 'Failed to load available times.'],
    ],
  },
  {
    name: 'service details',
    path: ({ cut }) => `/service-details/${cut}`,
    as: 'nobody',
    parts: [['services.byId', /^Book Appointment/, 'Service not found.', of('Service not found.')]],
  },
  {
    name: 'add more services',
    path: ({ cut, professional }) => `/add-more-services/${cut}/${professional.professionalId}`,
    as: 'client',
    parts: [['services.ofProfessional', 'Loc retwist', 'Failed to load services.']],
  },
  {
    name: 'pick booking time',
    path: pickPath,
    as: 'nobody',
    parts: [
      ['availability.ofProfessional', 'Afternoon', noTimes, { loading: 'Loading availability...' }],
      ['professionals.byId', 'Afternoon', noTimes, of(gone, 'Loading availability...')],
    ],
  },
  {
    name: 'confirm booking',
    path: confirmPath,
    as: 'client',
    parts: [
      ['services.byId', 'Date and time', 'Failed to load services.', of('Service not found.')],
      ['professionals.byId', 'Date and time', 'Failed to load booking details.', of(gone)],
    ],
  },
  {
    name: 'booking confirmed',
    path: ({ bookingId }) => `/booking-confirmed/${bookingId}`,
    as: 'client',
    parts: [['bookings.byId', 'Request sent', noBooking, of(noBooking)]],
  },
  {
    name: 'booking details',
    path: ({ bookingId }) => `/booking-details/${bookingId}`,
    as: 'client',
    parts: [['bookings.byId', 'Review Booking', 'Failed to load booking details.', of('No booking found.')]],
  },
  {
    name: 'update booking',
    path: ({ bookingId }) => `/booking/${bookingId}/update`,
    as: 'professional',
    parts: [['bookings.byId', 'Confirm Booking', 'Failed to load booking.', of('Failed to load booking.')]],
  },
  {
    name: 'client profile',
    path: () => '/client-profile',
    as: 'client',
    parts: [
      ['clients.me', '0400111222', 'Failed to load client data.', of('No profile data found.', 'Loading...')],
      ['bookings.ofClient', 'Review Booking', 'Failed to load bookings.'],
    ],
  },
  {
    name: 'my hair',
    path: () => '/my-hair/all',
    as: 'client',
    parts: [
      ['hair.mine', 'Your hair', 'Failed to load your hair.', { loading: 'Loading your hair...' }],
      ['hair.readings', /^Nobody yet/, 'Failed to load who has looked.'],
    ],
  },
  {
    name: 'edit client profile',
    path: () => '/edit-client-profile',
    as: 'client',
    parts: [['clients.me', 'Phone Number', noClient, { loading: 'Loading...' }]],
  },
  {
    name: 'client profile by id',
    path: ({ client }) => `/client-public-profile/${client.clientId}`,
    as: 'professional',
    parts: [['clients.byId', '0400111222', noClient, of(noClient, 'Loading...')]],
  },
  {
    name: 'dashboard',
    path: () => '/professional-dashboard',
    as: 'professional',
    parts: [
      ['professionals.profile', 'Manage Services', 'No user data found.', { loading: 'Loading...' }],
      ['services.mine', 'Loc retwist', 'Failed to load services.'],
    ],
  },
  {
    name: "dashboard's availability",
    path: () => '/professional-dashboard?tab=availability',
    as: 'professional',
    parts: [['availability.mine', 'Delete', 'Failed to load availability.']],
  },
  {
    name: "dashboard's bookings",
    path: () => '/professional-dashboard?tab=bookings',
    as: 'professional',
    parts: [['bookings.ofProfessional', 'Review Booking', 'Failed to load bookings.']],
  },
  {
    name: 'edit service',
    path: ({ cut }) => `/edit-service/${cut}`,
    as: 'professional',
    parts: [
      ['services.byId', 'Update Service', 'Service not found.', of('Service not found.', 'Loading service data...')],
    ],
  },
  {
    name: 'edit availability',
    path: ({ first }) => `/edit-availability/${first.id}`,
    as: 'professional',
    parts: [
      ['availability.byId', 'Update Availability', noWindow, of(noWindow, 'Loading...')],
      ['professionals.profile', 'Update Availability', noWindow],
    ],
  },
  {
    name: 'set availability',
    path: () => '/set-availability',
    as: 'professional',
    parts: [['professionals.profile', 'Create', 'Failed to load profile.']],
  },
  {
    name: 'edit profile',
    path: () => '/edit-professional-profile',
    as: 'professional',
    parts: [['professionals.profile', 'Save Changes', 'Failed to load profile.', { loading: 'Loading profile...' }]],
  },
  {
    name: 'contact',
    path: ({ client }) => `/my-contact/${client.clientId}`,
    as: 'professional',
    parts: [['professionals.profile', 'Last visit', 'Failed to load the client.']],
  },
];
const cases = screens.flatMap(({ parts, ...screen }) =>
  parts.map(([call, shows, failed, more]) => ({ ...screen, call, shows, failed, more })),
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

test.each(cases)('$name, $call: while loading, failed, after Try again, and not there', async (screen) => {
  const { call, shows, failed, more: { loading, missing } = {} } = screen;
  const context = screen.as === 'nobody' ? await t.visitor(phone) : await t.signedIn(s[screen.as], phone);
  const page = await context.newPage();
  const mend = await intercept(page, call, { status: 500, detail: 'Internal server error' });
  const answer = await intercept(page, call, 'hold');
  const logged = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && /^(Failed to load|Failed to fetch)/.test(message.text()),
  );
  await page.goto(screen.path(s));
  if (loading) await page.getByText(loading).first().waitFor();
  else await page.getByTestId('skeleton').first().waitFor();
  await expectNoSideScroll(page);
  answer();
  await page.getByText(failed).first().waitFor();
  await logged;
  expect(await page.getByText('Internal server error').count()).toBe(0);
  await expectNoSideScroll(page);
  mend();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByText(shows).first().waitFor();
  await expect.poll(() => page.getByTestId('skeleton').count()).toBe(0);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await expectNoSideScroll(page);

  if (!missing) return;
  await intercept(page, call, { status: 404, detail: 'Not found' });
  await page.goto(screen.path(s));
  await page.getByText(missing).waitFor();
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
