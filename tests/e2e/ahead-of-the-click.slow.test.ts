import { expect, test } from 'vitest';
import { type Stage, stage } from './booking-people.ts';
import { useHarness } from './harness.ts';

const h = useHarness();
const servicePath = ({ cut }: Stage) => `/service-details/${cut}/dry-curl-cut`;
const professionalPath = ({ professional }: Stage) =>
  `/public-professional-page/${professional.professionalId}/amara-okafor`;

test.each([
  { to: 'service', from: professionalPath, path: servicePath, calls: ['services.byId'] },
  // The page of a service has its professional already.
  { to: 'professional', from: servicePath, path: professionalPath, calls: ['services.ofProfessional'] },
])('hovering over a link to a $to loads its data; the click does not load it again', async ({ from, path, calls }) => {
  const s = await stage(h);
  const page = await (await h.visitor()).newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const counts = () => calls.map((call) => asked.filter((one) => one === `/trpc/${call}`).length);
  await page.goto(from(s));
  const link = page.getByRole('main').locator(`a[href="${path(s)}"]`);
  await link.waitFor();
  await page.waitForLoadState('networkidle');
  asked.length = 0;
  await link.hover();
  await expect.poll(counts).toEqual(calls.map(() => 1));
  await link.click();
  await page.waitForURL(({ pathname, search }) => `${pathname}${search}` === path(s));
  await page.getByRole('heading', { level: 1, name: /^(Dry curl cut|Amara Okafor)$/ }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(counts()).toEqual(calls.map(() => 1));
});
