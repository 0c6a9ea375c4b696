import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

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
