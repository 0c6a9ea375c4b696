import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { putPayTo } from '#server/features/deposits/settings-queries.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { addDays, noonOf } from '#shared/days.ts';
import { dayKey, formatLongDate } from '#shared/time.ts';
import { melbourne, phone, zone } from './booking-people.ts';
import { useHarness } from './harness.ts';

/** Every form that keeps a draft of what is kept already, on two devices of one person. */
const h = useHarness();
const password = 'correct horse battery';

let amara: ProfessionalPerson;
let zuri: ClientPerson;
const paths: Record<string, string> = {};
const today = dayKey(Date.now(), zone);
const tomorrow = addDays(today, 1);
const nextMonth = `${addDays(`${today.slice(0, 7)}-01`, 40).slice(0, 7)}-10`;

async function put(token: string, path: string, body: object) {
  const answer = await fetch(`${h.url}${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, `${path} ${await answer.clone().text()}`).toBeLessThan(300);
  return (await answer.json()) as { id: string };
}

beforeAll(async () => {
  amara = await h.make.professional({ display_name: 'Amara Okafor', time_zone: zone });
  zuri = await h.make.client({ first_name: 'Zuri', last_name: 'Sow' });
  const { professionalId, token } = amara;
  const service = await h.make.service(professionalId, { name: 'Cornrows' });
  await putPayTo(h.db, professionalId, { kind: 'payid_phone', value: '0400111222', name: 'A Okafor' }, null);
  const { bookingId } = await h.make.booking({
    ...{ professionalId, clientId: zuri.clientId, serviceIds: [service] },
    ...{ start: Date.now() - 3 * DAY, status: 'completed' },
  });
  const review = await put(zuri.token, `/bookings/${bookingId}/review`, { stars: 5, text: 'On time' });
  await put(token, `/reviews/${review.id}/reply`, { text: 'Thank you' });
  await put(token, `/hours/dates/${nextMonth}`, { hours: [], note: 'Inventory' });
  await h.make.timeOff(professionalId, melbourne(1, '09:00'), melbourne(1, '09:00') + HOUR);
  const start = melbourne(3, '09:00');
  const added = await fetch(`${h.url}/contacts/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ivy Green' }),
  });
  await h.make.picture(professionalId);
  const cancelled = await h.make.booking({
    ...{ professionalId, clientId: zuri.clientId, serviceIds: [service], status: 'cancelled' },
    deposit: { status: 'refund_due' },
  });
  const refund_to = JSON.stringify({ kind: 'payid_phone', value: '0400333444', name: 'Z Sow' });
  await h.db.updateTable('deposits').set({ refund_to }).where('booking_id', '=', cancelled.bookingId).execute();
  const password_hash = await hashPassword(password);
  await h.db.updateTable('users').set({ password_hash }).where('id', '=', zuri.userId).execute();
  paths.refund = `/booking-details/${cancelled.bookingId}`;
  paths.service = `/edit-service/${service}`;
  paths.window = `/edit-availability/${await h.make.window(professionalId, start, start + 4 * HOUR)}`;
  paths.guest = `/my-contact/${((await added.json()) as { id: string }).id}`;
  paths.review = `/your-review/${bookingId}`;
});

type DraftForm = {
  name: string;
  path: () => string;
  field: string;
  save: string;
  /** What is pressed, one after the other, until the form is there. */
  opens?: (page: Page) => Locator[];
  texts?: [mine: string, theirs: string];
  isClient?: true;
  needsPassword?: true;
  /** Its fields are the browser's, which know nothing of what was kept before. */
  isPlain?: true;
};

const button = (name: string | RegExp) => (page: Page) => [page.getByRole('button', { name }).first()];
const forms: DraftForm[] = [
  { name: 'a service', path: () => paths.service ?? '', field: 'Service Name', save: 'Update Service' },
  {
    name: 'a window',
    path: () => paths.window ?? '',
    field: 'End Time',
    save: 'Update Availability',
    texts: ['14:00', '15:00'].map((clock) => `${addDays(dayKey(Date.now(), zone), 3)}T${clock}`) as [string, string],
  },
  {
    name: "a client's profile",
    path: () => '/edit-client-profile',
    field: 'Notes',
    save: 'Save Changes',
    isClient: true,
  },
  { name: "a professional's profile", path: () => '/edit-professional-profile', field: 'Bio', save: 'Save Changes' },
  { name: 'a guest', path: () => paths.guest ?? '', field: 'Name', save: 'Save' },
  {
    name: 'a review',
    path: () => paths.review ?? '',
    field: 'Your review (optional)',
    save: 'Save changes',
    opens: button('Change'),
    isClient: true,
  },
  {
    name: 'a reply',
    path: () => '/my-reviews',
    field: 'Your reply',
    save: 'Save reply',
    opens: button('Change reply'),
  },
  {
    name: 'deposits',
    path: () => '/my-deposits',
    field: 'Percent of the price',
    save: 'Save',
    texts: ['25', '40'],
  },
  {
    name: 'a date',
    path: () => '/set-hours',
    field: 'Note',
    save: 'Save',
    opens: (page) => [
      page.getByRole('button', { name: 'Next month' }),
      page.getByRole('button', { name: new RegExp(`^${formatLongDate(noonOf(nextMonth), 'UTC')}`) }),
    ],
  },
  {
    name: 'time off',
    path: () => `/calendar?view=day&date=${tomorrow}`,
    field: 'Reason',
    save: 'Save',
    opens: button(/^Time off/),
  },
  {
    name: 'where a refund goes',
    path: () => paths.refund ?? '',
    field: 'Name',
    save: 'Send it there',
    opens: button('Change'),
    isClient: true,
    needsPassword: true,
  },
  {
    name: 'a picture',
    path: () => '/my-pictures',
    field: 'Caption (optional)',
    save: 'Save',
    opens: button(/^Edit Picture 1/),
    isPlain: true,
  },
];

test.each(forms)('a draft of $name is no more than one on either device', async (form) => {
  const {
    path,
    field,
    save,
    opens,
    isClient,
    needsPassword,
    isPlain,
    texts: [mine, theirs] = ['Mine', 'Theirs'],
  } = form;
  const person = isClient ? zuri : amara;
  async function show(page: Page) {
    const [first, ...others] = opens?.(page) ?? [];
    const found = page.getByLabel(field, { exact: true });
    await (first ? found.or(first).first() : found).waitFor();
    if (!(await found.isVisible())) for (const one of first ? [first, ...others] : []) await one.click();
    await found.waitFor();
    return { page, field: found, draft: page.getByText('Not saved', { exact: true }) };
  }
  async function open() {
    const page = await (await h.signedIn(person, phone)).newPage();
    await page.goto(path());
    return show(page);
  }
  const { page, field: typed, draft } = await open();
  const kept = await typed.inputValue();
  expect(await draft.count()).toBe(0);
  await typed.fill(mine);
  await draft.waitFor();
  await page.reload();
  await show(page);
  await draft.waitFor();
  expect(await typed.inputValue()).toBe(mine);
  const isOld = page.getByText('changed on another device since');
  expect(await isOld.count()).toBe(0);

  const other = await open();
  expect([await other.field.inputValue(), await other.draft.count()]).toEqual([kept, 0]);
  await other.field.fill(theirs);
  if (needsPassword) await other.page.getByLabel('Password').fill(password);
  const saved = other.page.waitForResponse((answer) => answer.ok() && answer.request().method() === 'POST');
  await other.page.getByRole('button', { name: save, exact: true }).click();
  await saved;

  await page.reload();
  await show(page);
  await draft.waitFor();
  expect(await typed.inputValue()).toBe(mine);
  if (!isPlain) await isOld.waitFor();
});
