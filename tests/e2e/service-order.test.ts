import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

async function offering(names: readonly string[], category?: string) {
  const professional = await t.make.professional();
  for (const name of names) await t.make.service(professional.professionalId, { name, ...(category && { category }) });
  return professional;
}

test('services are put in order by drag, by keys and by buttons, and everybody sees that order', async () => {
  const professional = await offering(['Cornrows', 'Dry curl cut', 'Starter locs']);
  const page = await (await t.signedIn(professional, { viewport: { width: 390, height: 844 } })).newPage();
  await page.route(/\/trpc\/availability\.ofProfessional/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto('/professional-dashboard');
  const list = page.getByRole('list', { name: 'Services in your order' });
  const names = () => list.getByRole('heading').allInnerTexts();
  const saved = async () => {
    const answer = await fetch(`${t.url}/services/professional/${professional.professionalId}`);
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  };
  await list.waitFor();
  expect(await names()).toEqual(['Cornrows', 'Dry curl cut', 'Starter locs']);
  await expectNoSideScroll(page);

  await page.getByRole('button', { name: 'Change order' }).click();
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Move Starter locs, 3 of 3' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.getByText('Now at place 2 of 3').waitFor({ state: 'attached' });
  await expect.poll(() => focused(page)).toBe('Move Starter locs, 2 of 3');
  // With another first service Today asks for other times: what is in use is not hidden meanwhile.
  const asked = page.waitForRequest(/availability\.ofProfessional/);
  await page.keyboard.press('Home');
  await expect.poll(() => focused(page)).toBe('Move Starter locs, 1 of 3');
  await asked;
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  expect(await focused(page)).toBe('Move Starter locs, 1 of 3');
  await expect.poll(saved).toEqual(['Starter locs', 'Cornrows', 'Dry curl cut']);

  await list.getByRole('button', { name: 'Move down' }).first().click();
  await page.getByText('Now at place 2 of 3').waitFor({ state: 'attached' });
  await expect.poll(() => focused(page)).toBe('Move down');
  await expect.poll(saved).toEqual(['Cornrows', 'Starter locs', 'Dry curl cut']);

  const handle = page.getByRole('button', { name: 'Move Dry curl cut, 3 of 3' });
  // Stands still, and is in sight.
  await handle.hover();
  const [from, to] = [
    await handle.boundingBox(),
    await page.getByRole('button', { name: /^Move Cornrows/ }).boundingBox(),
  ];
  if (!from || !to) throw new Error('the handles are not shown');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 8 });
  await page.mouse.up();
  await expect.poll(saved).toEqual(['Dry curl cut', 'Cornrows', 'Starter locs']);
  await expect.poll(names).toEqual(['Dry curl cut', 'Cornrows', 'Starter locs']);

  const visitor = await t.open(`/public-professional-page/${professional.professionalId}`);
  const offered = visitor.getByRole('region', { name: 'Services Offered' });
  expect(await offered.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(await names());
  expect(await offered.getByRole('link', { name: 'Book', exact: true }).count()).toBe(3);
  const picture = await offered.locator('[data-card-picture]').first().boundingBox();
  expect([picture?.width, picture?.height]).toEqual([64, 64]);
});

test('an order that is refused is said, and the services stand as they are', async () => {
  const professional = await offering(['Cornrows', 'Dry curl cut']);
  const page = await t.open('/professional-dashboard', professional);
  await page.getByRole('button', { name: 'Change order' }).click();
  await page.getByRole('button', { name: 'Move Dry curl cut, 2 of 2' }).waitFor();
  await t.make.service(professional.professionalId, { name: 'Starter locs' });
  await page.getByRole('button', { name: 'Move up' }).last().click();
  await page.locator('[data-sonner-toast]').getByText('Name all your services, each once').waitFor();
  await page.getByRole('button', { name: 'Move Starter locs, 3 of 3' }).waitFor();
  const shown = page.getByRole('list', { name: 'Services in your order' }).getByRole('heading');
  await expect.poll(() => shown.allInnerTexts()).toEqual(['Cornrows', 'Dry curl cut', 'Starter locs']);
});

test.each([7, 8])('of %i services, eight stand by category, in the order of their professional', async (count) => {
  const professional = await offering(['Balayage'], 'Color');
  for (let index = 1; index < count; index++)
    await t.make.service(professional.professionalId, {
      name: `Cut ${index}`,
      category: index === 1 ? 'Color' : 'Haircut',
    });
  const page = await t.open(`/public-professional-page/${professional.professionalId}`, null, {
    viewport: { width: 320, height: 700 },
  });
  const offered = page.getByRole('region', { name: 'Services Offered' });
  await offered.getByRole('heading', { name: 'Balayage' }).waitFor();
  const groups = offered.getByRole('region');
  expect(await groups.count()).toBe(count === 8 ? 2 : 0);
  await expectNoSideScroll(page);
  if (count < 8) return;
  expect(await offered.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Colour', 'Haircut']);
  expect(await groups.first().getByRole('heading', { level: 4 }).allInnerTexts()).toEqual(['Balayage', 'Cut 1']);
});
