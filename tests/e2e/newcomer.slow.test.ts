import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { password } from '#server/testing/make.ts';
import { MINUTE } from '#shared/constants.ts';
import { formatTimeWithZone } from '#shared/time.ts';
import {
  confirm,
  confirmPath,
  expectOnly,
  findable,
  logIn,
  phone,
  pickPath,
  requested,
  type Stage,
  stage,
  zone,
} from './booking-people.ts';
import { expectNoSideScroll, intercept, useHarness } from './harness.ts';
import { tabTo } from './keyboard.ts';
import {
  another,
  askFor,
  askForCode,
  chosenBooking,
  codeField,
  codeTo,
  confirmCode,
  enterCode,
  introduce,
  newAddress,
  selectedCode,
} from './mailed-codes.ts';
import { storedInBrowser } from './sessions.ts';

const t = useHarness({ CLIENT_SIGNUP: 'open' });

/** A visitor on a phone who chose a time, and was sent to the login. */
async function choosing(given?: Stage) {
  const s = given ?? (await stage(t));
  const page = await t.open(confirmPath(s), null, phone);
  await chosenBooking(page).waitFor();
  return { s, page };
}

const startingWith = (ms: number) => new RegExp(`^${formatTimeWithZone(ms, zone)}`);

/** Who a booking is for. */
async function bookedBy(s: Stage) {
  const [booking] = await s.bookings();
  return t.db
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.user_id')
    .select(['first_name', 'last_name', 'email', 'password_hash'])
    .where('clients.id', '=', booking?.client_id ?? '')
    .executeTakeFirst();
}

describe('a newcomer on a phone', () => {
  test('comes from the landing page to a pending booking in eight taps: what, email, code and name', async () => {
    const s = await stage(t);
    const name = await findable(t, s);
    const page = await (await t.visitor({ ...phone, hasTouch: true, isMobile: true })).newPage();
    let taps = 0;
    const tap = async (where: Locator) => {
      await where.tap();
      taps++;
    };
    const type = async (label: string, text: string) => {
      await tap(page.getByLabel(label));
      await page.keyboard.type(text);
    };
    await page.goto('/');
    await type('Hair or service', name);
    // The list that comes while somebody types moves the button.
    await page.getByRole('option', { name }).waitFor();
    await tap(page.getByRole('button', { name: 'Find times' }));
    await page.waitForURL(/browse-services.*location=Melbourne/);
    await tap(page.getByRole('link', { name: /^Next free/ }).first());
    const chosen = chosenBooking(page);
    await chosen.getByText("This time isn't held until you confirm.").waitFor();
    for (const text of [name, 'Amara Okafor', '$95.00', '9:30 AM to 10:30 AM'])
      await chosen.getByText(text).first().waitFor();
    // Nobody who comes to book is sent to wait for a place.
    expect(await mainText(page)).not.toContain('waitlist');
    const email = newAddress();
    await type('Email', email);
    await expectNoSideScroll(page);
    await tap(askForCode(page));
    await codeField(page).waitFor();
    await expect.poll(() => codeField(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await codeField(page).getAttribute('autocomplete')).toBe('one-time-code');
    await chosen.getByText(name).waitFor();
    for (const text of ['Check your email', 'Send again'])
      expect(await page.getByText(text).evaluate(isInSight)).toBe(true);
    await page.keyboard.type(await codeTo(t, email));
    const first = page.getByLabel('First name');
    await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('Ngaio');
    await type('Last name', 'Hall');
    expect(await page.getByRole('textbox').count()).toBe(3);
    await expectNoSideScroll(page);
    await tap(confirmCode(page));
    await tap(confirm(page));
    await requested(page);
    await expectOnly(s, page);
    expect(taps).toBeLessThanOrEqual(8);
    expect(await s.bookings()).toMatchObject([{ status: 'pending' }]);
    expect(await bookedBy(s)).toEqual({
      first_name: 'Ngaio',
      last_name: 'Hall',
      email,
      password_hash: null,
    });
    const stored = (await storedInBrowser(page)).join('\n');
    expect(stored).not.toContain('saluni.code');
    expect(stored).not.toContain('saluni.newcomer');
  });

  test('does the same by keyboard', async () => {
    const s = await stage(t);
    const page = await (await t.visitor(phone)).newPage();
    const press = (key: string) => page.keyboard.press(key);
    await page.goto(pickPath(s));
    await tabTo(page, 'button', startingWith(s.first.start));
    await press('Enter');
    await tabTo(page, 'button', 'Continue to Booking');
    await press('Enter');
    const email = newAddress();
    await tabTo(page, 'textbox', 'Email');
    await page.keyboard.type(email);
    await press('Enter');
    await codeField(page).waitFor();
    await page.keyboard.type(await codeTo(t, email));
    await page.getByLabel('First name').waitFor();
    await page.keyboard.type('Ngaio');
    await press('Tab');
    await page.keyboard.type('Hall');
    await press('Enter');
    await confirm(page).waitFor();
    await tabTo(page, 'button', 'Confirm Booking');
    await press('Enter');
    await requested(page);
    await expectOnly(s, page);
  });

  test('types a wrong code, and another until the attempt is over; a new one is one tap away', async () => {
    const { s, page } = await choosing();
    const email = newAddress();
    await askFor(page, email);
    const code = await codeTo(t, email);
    await confirmCode(page).click();
    await page.getByText('Enter the 6 digits of the code').waitFor();
    await codeField(page).fill('12');
    await confirmCode(page).click();
    // What is not whole yet is typed on.
    expect(await selectedCode(page)).toBe('');
    for (let turn = 1, wrong = another(code); turn <= 5; turn++, wrong = another(wrong)) {
      await enterCode(page, wrong);
      await expect.poll(() => selectedCode(page)).toBe(wrong);
      await page.getByText('That code is not right, or no longer valid.').waitFor();
      await expect.poll(() => codeField(page).evaluate((input) => input === document.activeElement)).toBe(true);
    }
    const selectedBoxes = page.locator('[data-selected]');
    await expect.poll(() => selectedBoxes.count()).toBe(6);
    // It is kept, and replaced by what is typed.
    await page.keyboard.type(code.slice(0, 5));
    expect(await codeField(page).inputValue()).toBe(code.slice(0, 5));
    await expect.poll(() => selectedBoxes.count()).toBe(0);
    await page.keyboard.type(code.slice(5));
    await expect.poll(() => selectedCode(page)).toBe(code);
    await page.getByText('That code is not right, or no longer valid.').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await enterCode(page, await codeTo(t, email, 2));
    await introduce(page);
    await confirm(page).click();
    await requested(page);
    await expectOnly(s, page);
  });

  test('pastes a code with spaces, and one that is too old is said to be', async () => {
    const { page } = await choosing();
    const email = newAddress();
    await askFor(page, email);
    const code = await codeTo(t, email);
    await t.db
      .updateTable('codes')
      .set({ expires_at: '2020-01-01T00:00:00Z' })
      .where('attempt_hash', 'in', (of) => of.selectFrom('code_attempts').select('hash').where('email', '=', email))
      .execute();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 3)} ${code.slice(3)}\n`);
    await codeField(page).focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expect.poll(() => codeField(page).inputValue()).toBe(code);
    await page.getByText('That code is not right, or no longer valid.').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await enterCode(page, await codeTo(t, email, 2));
    await page.getByLabel('First name').waitFor();
  });

  test('reads after 30 seconds that mail can be late; sent again, both codes count, and nothing is lost', async () => {
    const s = await stage(t);
    const page = await (await t.visitor(phone)).newPage();
    await page.clock.install();
    await page.goto(confirmPath(s));
    await chosenBooking(page).waitFor();
    const email = newAddress();
    await askFor(page, email);
    const late = page.getByText('Email can be late.', { exact: false });
    // The clock goes on beside this, so the mail is waited for afterwards.
    await page.clock.runFor(20_000);
    expect(await late.count()).toBe(0);
    const sendAgain = page.getByRole('button', { name: 'Send again' });
    const before = await sendAgain.boundingBox();
    await page.clock.runFor(11_000);
    await late.waitFor();
    expect(await sendAgain.boundingBox()).toEqual(before);
    const first = await codeTo(t, email);
    await codeField(page).fill('12');
    await sendAgain.press('Enter');
    await codeTo(t, email, 2);
    await late.waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('Sent again.').waitFor();
    expect(await sendAgain.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await codeField(page).inputValue()).toBe('12');
    await page.getByText(email).waitFor();
    await page.clock.runFor(11 * MINUTE);
    await page.getByText('That code has expired.', { exact: false }).waitFor();
    await enterCode(page, first);
    await introduce(page);
    await confirm(page).waitFor();
  });

  test('loses the time meanwhile: the nearest ones are offered on the spot, with everything else kept', async () => {
    const { s, page } = await choosing();
    const email = newAddress();
    await askFor(page, email);
    const code = await codeTo(t, email);
    await codeField(page).fill(code.slice(0, 3));
    await t.make.booking({
      professionalId: s.professional.professionalId,
      serviceIds: [s.cut],
      start: s.first.start,
    });
    // As on the return from the mail.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('That time is no longer available.').waitFor();
    await expectNoSideScroll(page);
    const next = s.first.start + 60 * MINUTE;
    await page
      .getByRole('list', { name: 'Nearest free times' })
      .getByRole('button', { name: formatTimeWithZone(next, zone) })
      .click();
    await chosenBooking(page).getByText('10:30 AM to 11:30 AM').waitFor();
    await page.getByText('That time is no longer available.').waitFor({ state: 'detached' });
    expect(await codeField(page).inputValue()).toBe(code.slice(0, 3));
    await enterCode(page, code);
    await introduce(page);
    await confirm(page).click();
    await requested(page);
    const own = (await s.bookings()).filter(({ client_id }) => client_id !== s.client.clientId);
    expect(own.map(({ start_time }) => Date.parse(start_time))).toContain(next);
  });

  test('is offline at the code: it is said, and the code counts once the connection is back', async () => {
    const { s, page } = await choosing();
    const email = newAddress();
    await askFor(page, email);
    const code = await codeTo(t, email);
    await page.context().setOffline(true);
    await enterCode(page, code);
    await page.getByText("We couldn't reach Saluni.", { exact: false }).waitFor();
    expect(await codeField(page).inputValue()).toBe(code);
    await page.context().setOffline(false);
    await confirmCode(page).click();
    await introduce(page);
    await confirm(page).click();
    await requested(page);
    await expectOnly(s, page);
  });

  test('whose connection breaks after the code was taken is in with the next press', async () => {
    const { page } = await choosing();
    const email = newAddress();
    await askFor(page, email);
    const code = await codeTo(t, email);
    const mend = await intercept(page, 'auth.me', { status: 503, detail: 'Service temporarily unavailable' });
    await enterCode(page, code);
    await introduce(page);
    await page.getByText('Service temporarily unavailable').waitFor();
    mend();
    await confirmCode(page).click();
    await confirm(page).waitFor();
  });

  test('goes back, reloads and opens another tab, and nothing is lost', async () => {
    const s = await stage(t);
    const page = await t.open(pickPath(s), null, phone);
    await page.getByRole('button', { name: startingWith(s.first.start) }).click();
    await page.getByRole('button', { name: 'Continue to Booking' }).click();
    const email = newAddress();
    await page.getByLabel('Email').fill(email);
    await page.reload();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await page.goBack();
    await page.getByRole('heading', { name: 'Select a Time' }).waitFor();
    await page.goForward();
    await chosenBooking(page).getByText('Dry curl cut').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await askForCode(page).click();
    await codeField(page).waitFor();
    const code = await codeTo(t, email);

    await page.reload();
    await page.getByText(email).waitFor();
    await chosenBooking(page).getByText('Dry curl cut').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Select a Time' }).waitFor();
    await page.goForward();
    await page.getByText(email).waitFor();
    await page.getByRole('button', { name: 'Use another address' }).click();
    const heading = page.getByRole('heading', { level: 1, name: 'Welcome' });
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await askForCode(page).click();
    await codeTo(t, email, 2);

    expect(page.url()).not.toContain(code);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await chosenBooking(other).getByText('Dry curl cut').waitFor();
    await enterCode(other, code);
    await other.getByLabel('First name').fill('Ngaio');
    // The code stays good, and what was typed stays.
    await other.reload();
    await enterCode(other, code);
    expect(await other.getByLabel('First name').inputValue()).toBe('Ngaio');
    await introduce(other);
    await confirm(other).waitFor();
    // The first tab follows.
    await confirm(page).click();
    await requested(page);
    await expectOnly(s, page);
  });

  test('presses what does not move: the ways in stand where they will once the booking is loaded', async () => {
    const s = await stage(t);
    const page = await (await t.visitor(phone)).newPage();
    const release = await intercept(page, 'services.byId', 'hold');
    await page.goto(`/login?next=${encodeURIComponent(confirmPath(s))}`);
    const way = page.getByRole('link', { name: 'I have an account' });
    const top = async () => (await way.boundingBox())?.y ?? Number.NaN;
    await way.waitFor();
    await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded');
    const before = await top();
    release();
    await chosenBooking(page).getByText('Dry curl cut').waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(4);
    const loaded = await top();
    await way.click();
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor();
    expect(await top()).toBe(loaded);
  });

  test('sees the heading above the first field, also where the keyboard leaves 500 pixels', async () => {
    const s = await stage(t);
    const page = await (await t.visitor({ ...phone, viewport: { width: 390, height: 500 } })).newPage();
    const release = await intercept(page, 'services.byId', 'hold');
    await page.goto(`/login?next=${encodeURIComponent(confirmPath(s))}`);
    const email = page.getByLabel('Email');
    await email.waitFor();
    await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded');
    const before = (await email.boundingBox())?.y ?? Number.NaN;
    release();
    await chosenBooking(page).getByText('Dry curl cut').waitFor();
    expect(Math.abs(((await email.boundingBox())?.y ?? Number.NaN) - before)).toBeLessThanOrEqual(4);
    await email.click();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await email.evaluate((field) => field.getBoundingClientRect().bottom)).toBeLessThanOrEqual(500);
    await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor();
  });
});

describe('a login by code', () => {
  test('of somebody with an account, from the password form, leads back to the booking', async () => {
    const { s, page } = await choosing();
    await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor();
    await askForCode(page).click();
    await page.getByText('Email is required').waitFor();
    expect(await page.getByText('Password is required').count()).toBe(0);
    await page.getByLabel('Email').fill(s.client.email);
    await askForCode(page).click();
    await enterCode(page, await codeTo(t, s.client.email));
    await confirm(page).click();
    await requested(page);
    await expectOnly(s, page);
  });

  test('of a professional leads to the dashboard; of an address that is new the name is asked for after the code', async () => {
    const s = await stage(t);
    const page = await t.open('/login', null, phone);
    await page.getByLabel('Email').fill(s.professional.email);
    await askForCode(page).click();
    await enterCode(page, await codeTo(t, s.professional.email));
    await page.waitForURL('**/professional-dashboard');

    const other = await t.open('/login', null, phone);
    const email = newAddress();
    await other.getByLabel('Email').fill(email);
    await askForCode(other).click();
    await enterCode(other, await codeTo(t, email));
    await other.getByText("what's your name?", { exact: false }).waitFor();
    await expect
      .poll(() => other.getByLabel('First name').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await confirmCode(other).click();
    await other.getByText('First name is required').waitFor();
    await other.getByLabel('First name').fill('Ngaio');
    await other.getByLabel('Last name').fill('Hall');
    await confirmCode(other).click();
    await other.waitForURL('**/browse-services');
  });

  test.each(['/login', '/login?new=1'])('%s says at the address why it is refused', async (path) => {
    const page = await t.open(path, null, phone);
    const email = page.getByLabel('Email');
    await email.fill(newAddress());
    const refusal = { loc: ['body', 'email'], msg: 'That address is odd' };
    const mend = await intercept(page, 'codes.ask', { status: 422, detail: [refusal] });
    await askForCode(page).click();
    await page.getByText(refusal.msg).waitFor();
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
    mend();
    await askForCode(page).click();
    await codeField(page).waitFor();
  });

  test('clients on the waitlist page are led to it', async () => {
    const page = await t.open('/waitlist-signup', null, phone);
    await page.getByLabel('Role').selectOption('Client');
    await page.getByRole('link', { name: 'sign up with a code' }).click();
    await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
  });

  test('of whoever presses Book Appointment comes after the time, and a password is taken there, too', async () => {
    const s = await stage(t);
    await t.make.password(s.client);
    const page = await t.open(`/service-details/${s.cut}`, null, phone);
    await page.getByRole('main').getByText('Change or cancel online until it starts.').waitFor();
    await page.getByRole('link', { name: 'Book Appointment' }).click();
    await page.getByRole('heading', { name: 'Select a Time' }).waitFor();
    await page.getByText('No deposit. You pay at the visit.').waitFor();
    await page.getByRole('button', { name: startingWith(s.first.start) }).click();
    await page.getByRole('button', { name: 'Continue to Booking' }).click();
    await page.getByLabel('Email').fill(s.client.email);
    for (const truth of ['No deposit. You pay at the visit.', 'Change or cancel online until it starts.'])
      await page.getByText(truth).waitFor();
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await confirm(page).waitFor();
  });

  test('of whoever presses the heart leads back, where it is pressed, kept among their bookings and taken back', async () => {
    const s = await stage(t);
    await t.make.password(s.client);
    const page = await (await t.visitor(phone)).newPage();
    const profile = `/public-professional-page/${s.professional.professionalId}`;
    await page.goto(profile);
    await page.getByRole('link', { name: 'Favourite' }).click();
    await logIn(page, s.client.email);
    const heart = page.getByRole('button', { name: 'Favourite' });
    for (const kept of [true, false]) {
      await page.waitForURL(`**${profile}**`);
      const answered = page.waitForResponse(/\/trpc\/favourites\.(add|remove)/);
      await heart.and(page.getByRole('button', { pressed: !kept })).click();
      await answered;
      await heart.and(page.getByRole('button', { pressed: kept })).waitFor();
      await page.goto('/client-profile');
      await page.getByRole('heading', { name: 'Manage Your Bookings' }).waitFor();
      const rows = page.getByRole('region', { name: 'Favourites' }).getByRole('link', { name: 'Amara Okafor' });
      await rows.waitFor({ state: kept ? 'visible' : 'detached' });
      await page.goBack();
    }
  });

  test('of whoever asks a question first is that of a newcomer, who need not wait for a place', async () => {
    const s = await stage(t);
    const page = await t.open(`/public-professional-page/${s.professional.professionalId}`, null, phone);
    await page.getByRole('link', { name: 'Ask a question' }).click();
    await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor();
    expect(await mainText(page)).not.toContain('waitlist');
    await page.getByLabel('Your question to Amara Okafor').fill('Do you do feed-ins?');
    await page.reload();
    expect(await page.getByLabel('Your question to Amara Okafor').inputValue()).toBe('Do you do feed-ins?');
    await page.getByLabel('Pictures to send').setInputFiles({ name: 'hair.gif', mimeType: 'image/gif', buffer: pixel });
    await page.getByRole('button', { name: 'Remove Picture 1' }).waitFor();
    const email = newAddress();
    await askFor(page, email);
    await enterCode(page, await codeTo(t, email));
    await introduce(page);
    await page.getByRole('heading', { name: 'Amara Okafor' }).waitFor();
    expect(await page.getByLabel('Message to Amara Okafor').inputValue()).toBe('Do you do feed-ins?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('log').or(page.locator('ol')).getByText('Do you do feed-ins?').first().waitFor();
    await expect
      .poll(() =>
        t.db.selectFrom('message_pictures').select('message_id').where('message_id', 'is not', null).execute(),
      )
      .toHaveLength(1);
  });
});

/** A GIF of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const isInSight = (part: Element) => {
  const { top, bottom } = part.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

/** The page's own words. */
const mainText = (page: Page) => page.locator('main').innerText();

describe('with signing up closed', () => {
  const closed = useHarness({ CLIENT_SIGNUP: 'waitlist' });

  test('everything is as the specification has it, and a code logs in whoever has an account', async () => {
    const s = await stage(closed);
    const page = await closed.open('/login?new=1', null, phone);
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    const texts = ["Let's make your next booking seamless!", 'Login', 'No account yet?', 'Join the waitlist'];
    for (const text of texts) expect(await mainText(page)).toContain(text);
    expect(await mainText(page)).not.toContain('New here');
    await page.goto('/waitlist-signup');
    await page.getByLabel('Role').selectOption('Client');
    expect(await mainText(page)).not.toContain('code');
    await page.goto(confirmPath(s));
    await page.getByLabel('Email').fill(s.client.email);
    await askForCode(page).click();
    await enterCode(page, await codeTo(closed, s.client.email));
    await confirm(page).click();
    await requested(page);
  });
});
