import { expect, test } from 'vitest';
import { confirm, confirmPath, phone, requested, stage } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, picture, useHarness } from './harness.ts';

const t = useHarness();

test('hair is told one question a screen, each saved as it is answered, and health apart, once it is agreed to', async () => {
  const client = await t.make.client();
  const page = await t.open('/my-hair', client, phone);
  await page.getByRole('heading', { name: 'Does a strand curl round a pen, a straw or a needle?' }).waitFor();
  await expectAccessible(page);
  // With the keyboard alone: the first family, then the last card of the last one.
  await page.getByRole('radio', { name: /^4B/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Saved.').waitFor();
  await page.reload();
  // It is told now, so the list stands there.
  await page.getByText('4C: tight zigzag').waitFor();
  await page.getByRole('link', { name: 'Change pattern' }).click();
  await expect.poll(() => page.getByRole('radio', { name: /^4C/ }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Is it the same all over?' }).waitFor();
  await page.getByRole('checkbox', { name: 'All over like the crown: 4C' }).check();
  await page.getByText('Saved.').waitFor();
  for (const title of ['How thick is one strand?', 'How much hair do you have?', 'What does water do?']) {
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { name: title }).waitFor();
  }
  await page.getByRole('button', { name: 'Not sure' }).click();
  await page.getByRole('heading', { name: 'How far does it reach, stretched?' }).waitFor();
  await page.getByRole('radio', { name: /^Armpit/ }).check();
  await page.getByLabel('In centimetres, if you know').fill('32');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'How is it now?' }).waitFor();
  await page.getByRole('checkbox', { name: /^Natural/ }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('What', { exact: true }).selectOption('Bleach');
  await page.getByLabel('Month, if you know').fill('2024-03');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('Bleach, Mar 2024').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('In your words (optional)').fill('It shrinks to my chin.');
  await page.getByRole('button', { name: 'Done' }).click();
  const hair = page.getByRole('region', { name: 'Your hair' });
  for (const told of ['Armpit, 32 cm', 'Front 4C, Sides 4C, Nape 4C', 'Bleach, Mar 2024', 'It shrinks to my chin.'])
    await hair.getByText(told).waitFor();

  await page.getByRole('link', { name: 'Add health notes' }).click();
  await page.getByRole('checkbox', { name: 'Latex' }).check();
  await page.getByRole('button', { name: 'Save health notes' }).click();
  await page.getByText('Please agree that we keep this.').waitFor();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'I agree that Saluni keeps these notes.' }).check();
  await page.getByRole('button', { name: 'Save health notes' }).click();
  await page.getByRole('region', { name: 'Health' }).getByText('Latex').waitFor();
  await page
    .getByLabel('Pictures of your hair')
    .first()
    .setInputFiles(await picture('hair.png', '#4a1942'));
  await page.getByRole('img', { name: /^Your hair/ }).waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);

  await page.getByRole('link', { name: 'Change health notes' }).click();
  await page.getByRole('button', { name: 'Delete health notes' }).click();
  await page.getByRole('button', { name: 'Delete notes' }).click();
  await page.getByRole('link', { name: 'Add health notes' }).waitFor();
});

test('what is ticked for a booking is seen by its professional alone, until it is unticked; the next booking proposes it', async () => {
  const s = await stage(t);
  const hair = { patterns: { crown: '4C' }, length: 'armpit', length_cm: 32, note: 'It shrinks to my chin.' };
  const health = { allergies: ['latex'], consent: true };
  await t.ask(s.client, 'PUT /clients/me/hair', { hair });
  await t.ask(s.client, 'PUT /clients/me/hair/health', health);
  const page = await t.open(confirmPath(s), s.client, phone);
  const ofHair = page.getByRole('checkbox', { name: 'My hair' });
  const ofHealth = page.getByRole('checkbox', { name: 'My health notes' });
  await ofHair.check();
  await expectAccessible(page);
  // Neither a reload loses it.
  await page.reload();
  await expect.poll(() => ofHair.isChecked()).toBe(true);
  expect(await ofHealth.isChecked()).toBe(false);
  await confirm(page).click();
  await requested(page);
  await expect.poll(() => ofHair.isChecked()).toBe(true);
  const [booking] = await s.bookings();

  const desk = await t.open('/professional-dashboard', s.professional);
  await desk
    .getByText(/hair shared/)
    .first()
    .waitFor();
  await desk.getByRole('link', { name: /Hair and details/ }).click();
  const seen = desk.getByRole('region', { name: /^Hair of/ });
  await seen.getByText('It shrinks to my chin.').waitFor();
  await expectAccessible(desk);
  expect(await seen.getByText('Latex').count()).toBe(0);

  await page.goto(`/booking-details/${booking?.id}`);
  await ofHealth.check();
  await page.getByText('Saved.').waitFor();
  await expectAccessible(page);
  await desk.reload();
  await seen.getByText('Latex').waitFor();
  await page.goto(confirmPath(s, 120));
  await expect.poll(() => ofHealth.isChecked()).toBe(true);

  await page.goto(`/booking-details/${booking?.id}`);
  await ofHair.uncheck();
  await ofHealth.uncheck();
  await expect
    .poll(() =>
      t.db
        .selectFrom('hair_shares')
        .select(['hair', 'health'])
        .where('booking_id', '=', booking?.id ?? '')
        .executeTakeFirst(),
    )
    .toEqual({ hair: false, health: false });
  await desk.reload();
  await desk.getByText('Total price').waitFor();
  expect(await seen.count()).toBe(0);
  await page.goto('/my-hair');
  await page.getByRole('region', { name: 'Who has looked' }).getByText('Amara Okafor').waitFor();
});
