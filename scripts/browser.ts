import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium as playwright } from 'playwright-core';
import { environmentWith } from '#server/config.ts';

const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));
const home = join(cache, 'saluni-browser');

/**
 * Launches the Chromium of the npm package; on a machine without the libraries that it needs, with the package's own
 * libraries. `more` are arguments of its command line.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  if (!existsSync(home)) unpack();
  try {
    return await launch(undefined, more);
  } catch {
    return launch(
      environmentWith({ LD_LIBRARY_PATH: join(home, 'al2023', 'lib'), FONTCONFIG_PATH: join(home, 'fonts') }),
      more,
    );
  }
}

function launch(env: NodeJS.ProcessEnv | undefined, more: readonly string[]): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--font-render-hinting=none', ...more];
  // A page that a test changed on its way counts as a public one, whose sockets may not reach this machine.
  args.push('--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets');
  return playwright.launch({ executablePath: join(home, 'chromium'), args, env });
}

/**
 * Unpacks the browser into a new directory and renames that when it is complete. The package itself unpacks into the
 * shared temporary directory, where the files may belong to another user or be half written by another process.
 */
function unpack() {
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(`${home}-`);
  const script = `
    import chromium, { inflate } from '@sparticuz/chromium';
    const libraries = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium')).pathname;
    await Promise.all([chromium.executablePath(), inflate(libraries)]);`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: cache,
    env: environmentWith({ TMPDIR: own }),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the browser could not be unpacked: ${stderr}`);
  try {
    renameSync(own, home);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/** Stores the session of a token in a context, as after a login at `url`. */
export async function storeSession(context: BrowserContext, url: string, token: string) {
  const answer = await fetch(`${url}/users/me/`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${url} does not know the token: ${answer.status}`);
  const person = (await answer.json()) as object;
  const session = JSON.stringify({
    state: { token, ...person, isLoggedIn: true, hydrated: true, left: null },
    version: 0,
  });
  await context.addInitScript(
    ([stored, access]) => {
      // Only on the first page, so that a session that has ended is not restored.
      if (sessionStorage.getItem('test-session')) return;
      sessionStorage.setItem('test-session', 'given');
      localStorage.setItem('saluni.session', stored ?? '');
      localStorage.setItem('saluni.access_token', access ?? '');
    },
    [session, token],
  );
}
