import type { Page } from 'playwright-core';
import { newLink } from '#server/links/mailed-links.ts';
import { factories } from '#server/testing/make.ts';
import { DAY } from '#shared/constants.ts';
import type { PageName } from '#shared/pages.ts';
import { dayKey } from '#shared/time.ts';
import type { ThrowawayStack } from './throwaway-stack.ts';

type Role = 'client' | 'professional' | 'admin';
/** Who sees the screen: a user of the demo, or a new user without data. */
export type Viewer = 'visitor' | Role | 'new professional' | 'new client';

/**
 * A screen in one state. `late` calls get no answer, `broken` ones an error; `prepare` brings the page into the state.
 */
export type Shot = {
  screen: PageName | 'unknown';
  state: string;
  path: string;
  viewer: Viewer;
  calls?: 'late' | 'broken';
  prepare?: (page: Page) => Promise<void>;
  /** Takes the window instead of the whole page, for dialogs, which cover only the window. */
  inWindow?: boolean;
};

export type Stage = { tokens: Record<Exclude<Viewer, 'visitor'>, string>; shots: Shot[] };

/** Logs the viewers in and lists the pictures to take. */
export async function setStage(
  stack: ThrowawayStack,
  logins: readonly { role: Role; email: string; password: string }[],
): Promise<Stage> {
  const make = factories(stack.deps);
  async function login(role: Role) {
    const person = logins.find((one) => one.role === role);
    const body = new URLSearchParams({ username: person?.email ?? '', password: person?.password ?? '' });
    const answer = await fetch(`${stack.url}/login/`, { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  // A second session, to be logged out.
  await login('client');
  // The third barber in Melbourne, which gives these a page of their own.
  const newProfessional = await make.professional({
    display_name: 'New Professional',
    first_steps: 'open',
    specializations: [1],
  });
  await fillDesk(stack);
  const newClient = await make.client();
  await stack.deps.db.updateTable('users').set({ password_hash: null }).where('id', '=', newClient.userId).execute();
  const tokens = {
    client: await login('client'),
    professional: await login('professional'),
    admin: await login('admin'),
    'new professional': newProfessional.token,
    'new client': newClient.token,
  };
  return {
    tokens,
    shots: await shotsOf(
      stack.url,
      tokens,
      newProfessional.professionalId,
      await make.service(newProfessional.professionalId),
      await newInvitation(stack),
    ),
  };
}

async function askForCode(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ngaio@shots.example');
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code').fill('123');
  // So that the next picture is of the form again.
  await page.evaluate(() => localStorage.removeItem('saluni.code'));
}

async function askToDisable(page: Page): Promise<void> {
  await page.getByLabel('Name or email').fill('amara');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'Disable Amara Okafor' }).click();
  await page.getByRole('alertdialog').getByRole('link').first().waitFor();
}

/** What the admin's dashboard lists: people who wait, and feedback. */
async function fillDesk({ deps: { db } }: ThrowawayStack): Promise<void> {
  const entry = (name: string, role: string) => ({
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}@waiting.example`,
    role,
    status: 'verified',
  });
  await db
    .insertInto('waitlist_entries')
    .values([
      { ...entry('Naledi Khumalo', 'Hairdresser'), location: 'Dandenong', link: 'https://instagram.com/naledi.braids' },
      entry('Emeka Obi', 'Barber'),
      { ...entry('Tess Hughes', 'Hairdresser'), status: 'declined' },
    ])
    .execute();
  const { id: user_id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'zuri@demo.example')
    .executeTakeFirstOrThrow();
  const answer = (
    confusing_choice: string,
    smooth_choice: string,
    switch_reason_choice: string,
    confusing_comment: string | null,
  ) => ({
    user_id,
    confusing_choice,
    smooth_choice,
    switch_reason_choice,
    confusing_comment,
  });
  await db
    .insertInto('feedback')
    .values([
      answer('navigation', 'booking process', 'direct messaging', 'I looked for my bookings in the menu first.'),
      answer('finding services', 'booking process', 'easier_booking', null),
      answer('navigation', 'setting availability', 'payment system', null),
    ])
    .execute();
}

async function shotsOf(
  url: string,
  tokens: Stage['tokens'],
  quietId: string,
  quietService: string,
  invitation: string,
): Promise<Shot[]> {
  async function get<T>(path: string, token: string): Promise<T> {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    return (await answer.json()) as T;
  }
  type Row = { id: string };
  type BookingRow = Row & {
    status: string;
    start_time: string;
    review_until?: string;
    client: Row;
    professional: Row;
    services: Row[];
  };
  const pro = await get<{ professional_id: string }>('/users/me/', tokens.professional);
  const me = await get<{ client_id: string }>('/users/me/', tokens.client);
  const services = await get<Row[]>('/services/my', tokens.professional);
  const windows = await get<Row[]>('/availability/', tokens.professional);
  const bookings = await get<BookingRow[]>(`/bookings/professionals/${pro.professional_id}`, tokens.professional);
  const contacts = await get<Row[]>('/contacts/', tokens.professional);
  const threads = await get<Row[]>('/threads/', tokens.client);
  const own = await get<BookingRow[]>(`/bookings/clients/${me.client_id}`, tokens.client);
  const [first, second] = [services[0]?.id ?? '', services[1]?.id ?? ''];
  const chosen = `service_ids=${first},${second}`;
  const free = await get<(Row & { available_slots: { start_time: string }[] })[]>(
    `/availability/professional/${pro.professional_id}?${chosen}`,
    tokens.client,
  );
  const open = free.find(({ available_slots }) => available_slots.length > 0);
  const slot = `slot_start=${open?.available_slots[0]?.start_time}&availability_id=${open?.id}`;

  const shots: Shot[] = [];
  function add(screen: Shot['screen'], viewer: Viewer, path: string, states: Record<string, Partial<Shot>> = {}) {
    for (const [state, more] of Object.entries({ 'as it is': {}, ...states }))
      shots.push({ screen, viewer, path, state, ...more });
  }
  const asked = { loading: { calls: 'late' }, failed: { calls: 'broken' } } as const;
  const press = (name: string) => ({
    prepare: (page: Page) => page.getByRole('button', { name, exact: true }).click(),
  });

  add('home', 'visitor', '/', { ...asked, 'signed up': { prepare: signUp } });
  const booking = `/login?next=${encodeURIComponent(`/confirm-booking/${first}?${chosen}&${slot}`)}`;
  add('login', 'visitor', '/login', {
    refused: { prepare: wrongLogin },
    'with a booking': { path: booking },
    'new here': { path: `${booking}&new=1` },
    'code asked for': { path: `${booking}&new=1`, prepare: askForCode },
  });
  add('browseServices', 'visitor', '/browse-services', {
    ...asked,
    empty: { path: '/browse-services?search=zzz' },
    filtered: { path: '/browse-services?search=braids&location=Melbourne' },
  });
  add('browseProfessionals', 'visitor', '/browse-professionals', {
    ...asked,
    filtered: {
      path: '/browse-professionals?specialization_names=Braider&location=Melbourne&category=Protective+Styles',
    },
    empty: { path: '/browse-professionals?specialization_names=Loctician&location=Atlantis' },
  });
  const bell = { inWindow: true, prepare: openBell };
  add('thankYou', 'client', '/thank-you', {
    'as it is': { state: 'notifications', ...bell },
    'notifications loading': { calls: 'late', ...bell },
    'notifications failed': { calls: 'broken', ...bell },
  });
  add('thankYou', 'new client', '/thank-you', { 'as it is': { state: 'no notifications', ...bell } });
  add('embed', 'visitor', '/embed/amara-okafor', { ...asked, 'not there': { path: '/embed/nobody-at-all' } });
  add('publicProfessional', 'visitor', `/public-professional-page/${pro.professional_id}`, {
    ...asked,
    quiet: { path: `/public-professional-page/${quietId}` },
    choosing: { inWindow: true, prepare: chooseServices },
    'picture opened': {
      inWindow: true,
      prepare: openPicture,
    },
    'without an id': { path: '/public-professional-page/' },
  });
  add('serviceDetails', 'visitor', `/service-details/${first}`, {
    ...asked,
    missing: { path: '/service-details/none' },
  });
  add('pickBookingTime', 'visitor', `/pick-booking-time/${first}/${pro.professional_id}?${chosen}`, {
    ...asked,
    'nothing free': { path: `/pick-booking-time/${quietService}/${quietId}?service_ids=${quietService}` },
    chosen: { path: `/pick-booking-time/${first}/${pro.professional_id}?${chosen}&${slot}` },
    lost: { path: `/pick-booking-time/${first}/${pro.professional_id}?${chosen}&slot_start=2020-01-01T00:00:00.000Z` },
  });
  add('addMoreServices', 'client', `/add-more-services/${first}/${pro.professional_id}`, asked);
  add('confirmBooking', 'client', `/confirm-booking/${first}?${chosen}&${slot}`, asked);
  for (const { id, status } of onePerStatus(own)) {
    add('bookingDetails', 'client', `/booking-details/${id}`, { 'as it is': { state: status } });
    add('updateBooking', 'client', `/booking/${id}/update`, { 'as it is': { state: status } });
  }
  add('bookingConfirmed', 'client', `/booking-confirmed/${own[0]?.id}`, asked);
  add('bookingDetails', 'client', '/booking-details/none', { 'as it is': { state: 'missing' }, ...asked });
  add('clientProfile', 'client', '/client-profile', asked);
  add('clientProfile', 'new client', '/client-profile', { 'as it is': { state: 'empty' } });
  add('editClientProfile', 'client', '/edit-client-profile', asked);
  add('myHair', 'client', '/my-hair', {
    ...asked,
    'a pattern': { path: '/my-hair/crown' },
    length: { path: '/my-hair/length' },
    health: { path: '/my-hair/health' },
  });
  add('myHair', 'new client', '/my-hair', { 'as it is': { state: 'first question' } });
  add('clientPublicProfile', 'professional', `/client-public-profile/${bookings[0]?.client.id}`, asked);
  const askedFor = own.find(({ status }) => status === 'pending');
  if (askedFor) {
    const cancelling = { inWindow: true, ...press('Cancel Booking') };
    add('updateBooking', 'client', `/booking/${askedFor.id}/update`, {
      'as it is': { state: 'cancelling', ...cancelling },
    });
    const { start_time, professional, services } = askedFor;
    const ids = services.map(({ id }) => id).join();
    add(
      'pickBookingTime',
      'client',
      `/pick-booking-time/${services[0]?.id}/${professional.id}?service_ids=${ids}&slot_start=${start_time}`,
      {
        'as it is': { state: 'booked by you' },
      },
    );
  }
  const pending = bookings.find(({ status }) => status === 'pending');
  if (pending)
    add('updateBooking', 'professional', `/booking/${pending.id}/update`, { 'as it is': { state: 'pending, asked' } });
  const dayAfter = dayKey(Date.now() + 2 * DAY, 'Australia/Melbourne');
  const calendar = (view: string, day = dayAfter) => `/calendar?view=${view}&date=${day}`;
  const [timeOff] = await get<{ start: string }[]>('/hours/time-off', tokens.professional);
  const away = timeOff && dayKey(Date.parse(timeOff.start) + DAY, 'Australia/Melbourne');
  add('professionalDashboard', 'professional', '/professional-dashboard', {
    ...asked,
    availability: { path: '/professional-dashboard?tab=availability' },
    bookings: { path: '/professional-dashboard?tab=bookings' },
    deleting: {
      inWindow: true,
      prepare: (page) => page.getByRole('button', { name: 'Delete', exact: true }).first().click(),
    },
  });
  add('professionalDashboard', 'new professional', '/professional-dashboard?tab=availability', {
    'as it is': { state: 'empty' },
  });
  add('calendar', 'professional', calendar('week'), {
    day: { path: calendar('day') },
    list: { path: calendar('list') },
    'time off': {
      path: calendar('day', away),
      inWindow: true,
      prepare: (page) => page.getByText('Print this day').scrollIntoViewIfNeeded(),
    },
    'free time': { path: calendar('day'), inWindow: true, prepare: openCalendarTime },
    'free time refused': { path: calendar('day'), inWindow: true, prepare: refuseCalendarTime },
  });
  add('ownServices', 'professional', '/my-services');
  add('more', 'professional', '/more');
  add('professionalDashboard', 'admin', '/professional-dashboard', { 'as it is': { state: 'admin' } });
  add('ownPictures', 'professional', '/my-pictures', {
    ...asked,
    cropping: { inWindow: true, prepare: cropPicture },
    editing: { inWindow: true, prepare: (page) => page.getByRole('button', { name: /^Edit Picture 1 / }).click() },
    refused: { prepare: sendNoPicture },
    deleting: { inWindow: true, prepare: (page) => page.getByRole('button', { name: /^Delete Picture 1 / }).click() },
  });
  add('ownPictures', 'new professional', '/my-pictures', { 'as it is': { state: 'empty' } });
  add('createService', 'professional', '/create-service', { invalid: press('Create Service') });
  add('editService', 'professional', `/edit-service/${first}`, asked);
  add('setHours', 'professional', '/set-hours', {
    'a day': {
      inWindow: true,
      prepare: (page) =>
        page
          .getByRole('button', { name: /^Monday/ })
          .first()
          .click(),
    },
    'time off refused': { inWindow: true, prepare: refuseTimeOff },
  });
  add('writeIn', 'professional', '/write-in', {
    invalid: press('Add booking'),
    'another time': { prepare: writeInLater },
  });
  add('messages', 'client', `/messages/${threads[0]?.id}`);
  add('contacts', 'professional', '/my-contacts');
  add('importContacts', 'professional', '/bring-clients');
  add('insights', 'professional', '/my-insights?range=quarter', {
    printed: { prepare: (page) => page.emulateMedia({ media: 'print' }) },
  });
  add('ownDeposits', 'professional', '/my-deposits', asked);
  add('myReviews', 'professional', '/my-reviews');
  add('setAvailability', 'professional', '/set-availability', { invalid: press('Create') });
  add('editAvailability', 'professional', `/edit-availability/${windows[1]?.id}`, asked);
  add('editProfessionalProfile', 'professional', '/edit-professional-profile', asked);
  // The demo's client has reviewed their visits.
  const visited = own.find(({ review_until }) => review_until);
  if (visited) add('review', 'client', `/your-review/${visited.id}`, { changing: press('Change') });
  add('notifications', 'client', '/notifications');
  add('settings', 'client', '/settings', {
    ...asked,
    invalid: press('Change password'),
    asking: { inWindow: true, prepare: askEverywhere },
    'calendar address': press('Create a new link'),
    deleting: { inWindow: true, prepare: askForDeletion },
    'deletion refused': { inWindow: true, prepare: refuseDeletion },
  });
  add('settings', 'new client', '/settings', {
    'as it is': { state: 'without a password', inWindow: true, prepare: refuseCode },
  });
  add('adminDashboard', 'admin', '/admin-dashboard', {
    ...asked,
    waitlist: { path: '/admin-dashboard?tab=waitlist' },
    declined: { path: '/admin-dashboard?tab=waitlist&show=declined' },
    reviews: { path: '/admin-dashboard?tab=reviews' },
    users: { path: '/admin-dashboard?tab=users' },
    disabling: { path: '/admin-dashboard?tab=users', inWindow: true, prepare: askToDisable },
    feedback: { path: '/admin-dashboard?tab=feedback' },
    jobs: { path: '/admin-dashboard?tab=jobs' },
    audit: { path: '/admin-dashboard?tab=audit' },
    'giving feedback': {
      inWindow: true,
      prepare: (page) => page.getByRole('button', { name: 'Give feedback' }).click(),
    },
  });
  add('adminUpload', 'admin', '/admin-upload', {
    chosen: { prepare: choosePictures },
    uploading: { calls: 'late', prepare: sendPictures },
  });
  add('waitlistSignup', 'visitor', '/waitlist-signup', { invalid: press('Reserve My Spot') });
  add('forgotPassword', 'visitor', '/forgot-password', { sent: { prepare: askForReset } });
  add('resetPassword', 'visitor', '/reset-password?token=unread', {
    weak: { prepare: weakPassword },
    dead: { path: '/reset-password' },
  });
  add('acceptInvite', 'visitor', `/accept-invite?token=${invitation}`, {
    loading: { calls: 'late' },
    failed: { calls: 'broken' },
    dead: { path: '/accept-invite?token=old' },
    weak: { prepare: weakPassword },
  });
  add('verifyEmail', 'visitor', '/verify-email?token=old');
  add('confirmEmail', 'visitor', '/confirm-email?token=old');
  add('accountDeleted', 'visitor', '/account-deleted');
  add('undoEmail', 'visitor', '/undo-email?token=old');
  add('keepPayTo', 'visitor', '/keep-pay-to?token=old');
  add('unsubscribe', 'visitor', '/unsubscribe?token=booking.unread', {
    dead: { prepare: (page) => page.getByRole('button', { name: 'Unsubscribe' }).click() },
  });
  add('thankYou', 'visitor', '/thank-you');
  add('termsOfUse', 'visitor', '/terms-of-use');
  add('privacyPolicy', 'visitor', '/privacy-policy');
  add('unauthorized', 'visitor', '/unauthorized');
  add('unknown', 'visitor', '/nowhere');
  const sitemap = await (await fetch(`${url}/sitemap/pages.xml`)).text();
  const found = /\/find\/[^<]+/.exec(sitemap)?.[0];
  if (!found) throw new Error('The sitemap has no page of those who work in one place');
  add('find', 'visitor', found, {
    ...asked,
    'no such page': { path: '/find/braiders/hobart' },
  });
  const changeable = own.find(({ status }) => status === 'confirmed');
  add('changeTime', 'client', `/change-time/${changeable?.id}`);
  const lists = await get<{ opening: { id: string } | null }[]>('/cancellation-list/me', tokens.client);
  add('opening', 'client', `/opening/${lists.find(({ opening }) => opening)?.opening?.id}`);
  add('contact', 'professional', `/my-contact/${contacts[0]?.id}`);
  // Of data without bookings or times there is less to see.
  return shots.filter(({ path }) => !path.includes('undefined'));
}

function onePerStatus<T extends { status: string }>(bookings: readonly T[]): T[] {
  return [...new Map(bookings.map((booking) => [booking.status, booking])).values()];
}

async function openBell(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
}

async function askEverywhere(page: Page) {
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('alertdialog').waitFor();
}

/** The token of an invitation that nobody has accepted. */
async function newInvitation({ deps: { db } }: ThrowawayStack): Promise<string> {
  const email = 'mere@salon.example';
  await db
    .insertInto('waitlist_entries')
    .values({ name: 'Mere Te Ao', email, role: 'Hairdresser', status: 'approved' })
    .execute();
  return newLink(db, 'invitation', { email });
}

async function askForDeletion(page: Page) {
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function refuseDeletion(page: Page) {
  await askForDeletion(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByRole('alert').first().waitFor();
}

async function refuseCode(page: Page) {
  await askForDeletion(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Email me a code' }).click();
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByRole('alert').first().waitFor();
}

async function signUp(page: Page) {
  await page.evaluate(() => localStorage.setItem('saluni.signup', 'zoe@example.com'));
  await page.reload();
  await page.getByText("We've emailed").waitFor();
}

async function askForReset(page: Page) {
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByText("we've emailed a link").waitFor();
}

async function weakPassword(page: Page) {
  await page.locator('input[name=password]').fill('abcdefgh');
  await page.getByText('Strength:').waitFor();
}

async function openCalendarTime(page: Page) {
  await page.getByRole('button', { name: /^Block or add time on/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('From').waitFor();
}

async function refuseCalendarTime(page: Page) {
  await openCalendarTime(page);
  await page.getByRole('dialog').getByLabel('To', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Block time' }).click();
}

async function refuseTimeOff(page: Page) {
  await page.getByRole('button', { name: 'From … to' }).click();
  await page.getByRole('dialog').getByLabel('To', { exact: true }).fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
}

async function writeInLater(page: Page) {
  await page.getByRole('button', { name: 'Cornrows' }).click();
  await page.getByRole('radio', { name: 'At another time' }).click();
  await page.getByText('Price and notes').click();
}

async function openPicture(page: Page) {
  await page.getByRole('button', { name: /^Picture 2 of/ }).click();
  const pictures = page.getByRole('dialog').locator('img');
  await pictures.evaluateAll((images) => Promise.all(images.map((image) => (image as HTMLImageElement).decode())));
}

async function chooseServices(page: Page) {
  await page.getByRole('button', { name: 'See available times' }).click();
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click();
  await page.getByRole('dialog').getByText('Next free').waitFor();
}

async function wrongLogin(page: Page) {
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('alert').waitFor();
}

async function cropPicture(page: Page) {
  const [picture] = await paintedPictures(page);
  await page.getByLabel('Choose a profile picture').setInputFiles(picture ?? []);
  await page.getByRole('application').locator('img').waitFor();
}

async function sendNoPicture(page: Page) {
  const file = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await page.getByLabel('Choose pictures of your work').setInputFiles(file);
  await page.getByRole('button', { name: 'Leave out: notes.jpg' }).waitFor();
}

async function choosePictures(page: Page) {
  await page.getByLabel('Images', { exact: true }).setInputFiles(await paintedPictures(page));
  await page.getByAltText('Preview of braids-3.png').waitFor();
}

async function paintedPictures(page: Page) {
  const pictures = await page.evaluate(
    async (colours) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
      return colours.map((colour) => {
        const context = canvas.getContext('2d');
        if (context) context.fillStyle = colour;
        context?.fillRect(0, 0, 640, 480);
        return canvas.toDataURL('image/png').split(',')[1] ?? '';
      });
    },
    ['#4a1942', '#f4a92a', '#1f6b4a'],
  );
  return pictures.map((data, place) => ({
    name: `braids-${place + 1}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(data, 'base64'),
  }));
}

async function sendPictures(page: Page) {
  await choosePictures(page);
  await page.getByRole('button', { name: 'Upload Images' }).click();
}
