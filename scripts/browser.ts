import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium as playwright } from 'playwright-core';

/** Made for one page in a small machine; with several contexts they make Chromium fall over. */
const unwanted = ['--single-process', '--no-zygote'];

/** The Chromium of the npm package. A machine without the libraries that it needs gets the package's own. */
export async function launchBrowser(): Promise<Browser> {
  try {
    return await launch();
  } catch {
    const libraries = fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium')));
    await inflate(libraries);
    setupLambdaEnvironment(join(tmpdir(), 'al2023', 'lib'));
    return launch();
  }
}

async function launch(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((flag) => !unwanted.includes(flag)), '--no-sandbox'],
    headless: true,
  });
}

/** Stores the session of a token in a context, as a login at `url` would have left it. */
export async function storeSession(context: BrowserContext, url: string, token: string) {
  const answer = await fetch(`${url}/users/me/`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${url} does not know the token: ${answer.status}`);
  const person = (await answer.json()) as object;
  const session = JSON.stringify({ state: { token, ...person, isLoggedIn: true, hydrated: true, left: false }, version: 0 });
  await context.addInitScript(
    ([stored, access]) => {
      // Once: a session that was ended must stay ended on the next page.
      if (sessionStorage.getItem('test-session')) return;
      sessionStorage.setItem('test-session', 'given');
      localStorage.setItem('saluni.session', stored ?? '');
      localStorage.setItem('saluni.access_token', access ?? '');
    },
    [session, token],
  );
}
