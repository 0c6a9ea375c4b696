import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { phone } from './booking-people.ts';
import { useHarness } from './harness.ts';

const t = useHarness();

/** Markup, a mark that turns the direction round, and as many emoji as fit. */
const hostile = '</script><img src=x onerror="document.title=1"><b>Neat</b> \u202Eevil\u202C ';
const longest = hostile + '🧡'.repeat((2_000 - hostile.length) / 2);

async function dataOf(path: string) {
  const html = await (await fetch(t.url + path)).text();
  const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return { html, data: found.map(([, text = '']) => JSON.parse(text) as Record<string, unknown>) };
}

test('reviews show as text on every page, in mails and to search engines, whose numbers are those of the page', async () => {
  const amara = await t.make.professional({ display_name: 'Amara Okafor' });
  const cut = await t.make.service(amara.professionalId);
  const people = await Promise.all(Array.from({ length: 23 }, () => t.make.client({ first_name: '<i>Zuri</i>' })));
  const profile = `/public-professional-page/${amara.professionalId}`;
  const service = `/service-details/${cut}`;
  expect((await dataOf(profile)).html).not.toContain('ggregateRating');
  const booked = await Promise.all(
    people.map(({ clientId }, index) =>
      t.make.booking({
        professionalId: amara.professionalId,
        clientId,
        serviceIds: [cut],
        start: Date.now() - DAY - index * 2 * HOUR,
        status: 'completed',
      }),
    ),
  );
  for (const [index, { bookingId }] of booked.entries()) {
    const written = await fetch(`${t.url}/bookings/${bookingId}/review`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${people[index]?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ stars: 3 + (index % 3), text: index === 22 ? longest : `Number ${index}` }),
    });
    expect(written.status).toBe(201);
  }

  const { data } = await dataOf(profile);
  const [salon] = data.filter((one) => one.aggregateRating) as {
    aggregateRating: object;
    review: { reviewBody: string }[];
  }[];
  expect(salon?.aggregateRating).toMatchObject({ ratingValue: 4, reviewCount: 23, bestRating: 5 });
  expect(salon?.review.map(({ reviewBody }) => reviewBody).slice(0, 2)).toEqual([longest, 'Number 21']);
  expect(salon?.review).toHaveLength(10);
  for (const path of [service, '/browse-professionals', '/browse-services', '/'])
    expect([path, (await dataOf(path)).data.filter((one) => 'aggregateRating' in one || 'review' in one)]).toEqual([
      path,
      [],
    ]);

  const page = await (await t.visitor(phone)).newPage();
  await page.goto(profile);
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await reviews.getByText('4.0', { exact: true }).waitFor();
  await reviews.getByText('from 23 clients').waitFor();
  const words = reviews.getByText(/^(Number \d+|<\/script>.*)$/s);
  expect(await words.count()).toBe(10);
  expect(await words.first().textContent()).toBe(longest);
  await reviews.getByText('<i>Zuri</i>').first().waitFor();
  for (const count of [20, 23]) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => words.count()).toBe(count);
  }
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });

  const own = await (await t.signedIn(amara, phone)).newPage();
  await own.goto('/my-reviews');
  expect(await own.getByText('</script>').first().textContent()).toBe(longest);
  await own.goto('/notifications');
  await own.getByText('</script><img').first().waitFor();
  for (const seen of [page, own]) expect(await seen.locator('img[src="x"]').count()).toBe(0);

  const mailed = async () => (await t.mailTo(amara.email)).find(({ text }) => text.includes('</script><img'));
  await expect.poll(mailed, { timeout: 30_000 }).toBeDefined();
  const { html = '' } = (await mailed()) ?? {};
  const tags: string[] = [];
  const walk = (node: { nodeName: string; childNodes?: unknown[] }) => {
    tags.push(node.nodeName);
    for (const child of node.childNodes ?? []) walk(child as never);
  };
  walk(parse(html) as never);
  expect(tags).not.toContain('b');
  expect(html).toContain('&lt;b&gt;Neat');
});
