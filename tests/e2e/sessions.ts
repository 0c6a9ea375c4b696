import type { BrowserContext, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { socketPath } from '#shared/socket-codes.ts';
import { type Harness, settled } from './harness.ts';

/** All entries of local and session storage, and all databases, that the product left in the browser. */
export function storedInBrowser(page: Page) {
  return page.evaluate(async () => {
    const ours = (storage: Storage) =>
      Object.keys(storage)
        .filter((name) => name !== 'test-session')
        .map((name) => `${name}=${storage.getItem(name)}`);
    const databases = (await indexedDB.databases()).map(({ name }) => `indexedDB ${name}`);
    return [...ours(localStorage), ...ours(sessionStorage), ...databases];
  });
}

/** Pages whose socket never says anything: a session that ends is noticed by the next call only. */
export async function unheard(context: BrowserContext) {
  await context.routeWebSocket(`**${socketPath}`, () => undefined);
  return context;
}

export async function endSessionsOf({ db }: Harness, userId: string) {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** An idle page of a person whose session has ended on the server, after what they do `before`. */
export async function expired(
  t: Harness,
  person: { token: string; userId: string },
  path: string,
  before: (page: Page) => Promise<unknown> = async () => undefined,
) {
  const context = await unheard(await t.signedIn(person, { viewport: { width: 1280, height: 900 } }));
  const page = await context.newPage();
  // A call that is under way would meet the end.
  const calls = new Set<Request>();
  page.on('request', (request) => void (request.url().includes('/trpc/') && calls.add(request)));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void calls.delete(request));
  await page.goto(path);
  await page.getByRole('button', { name: 'Profile', exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  await settled(page);
  await before(page);
  await expect.poll(() => calls.size).toBe(0);
  await endSessionsOf(t, person.userId);
  return { context, page };
}
