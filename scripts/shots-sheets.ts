import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { escapeHtml } from '#shared/html.ts';

/** A picture of a screen: its path below the folder, and the problems that were found. */
export type Picture = { sheet: string; name: string; file: string; problems: string[] };

const style = `
  body { margin: 0; padding: 32px; background: #777; font: 14px/1.4 system-ui, sans-serif; color: #fff }
  h1, h2 { margin: 0 0 16px; font-size: 22px }
  section { margin-bottom: 48px }
  div { display: grid; grid-template-columns: repeat(auto-fill, minmax(var(--width), 1fr)); gap: 24px }
  figure { margin: 0 } figcaption { padding: 6px 0; font-weight: 600 } .bad { color: #ffd0c0 }
  img { display: block; width: 100%; height: var(--height); object-fit: cover; object-position: top }
`;

function sheetHtml(sheet: string, pictures: readonly Picture[]) {
  const [width, height] = sheet.startsWith('390') ? [190, 410] : [380, 270];
  const figures = pictures.map(({ name, file, problems }) => {
    const notes = problems.map((problem) => `<br><span class="bad">${escapeHtml(problem)}</span>`).join('');
    return `<figure><a href="${file}"><img src="${file}" alt=""></a>
<figcaption>${escapeHtml(name)}${notes}</figcaption></figure>`;
  });
  return `<section id="s${sheet}" style="--width:${width}px;--height:${height}px">
<h2>${sheet}</h2><div>${figures.join('\n')}</div></section>`;
}

/**
 * Writes `index.html` and one contact sheet per device and colour scheme, `SHEET.png`, into the folder. Returns the
 * names of the sheets.
 */
export async function writeSheets(browser: Browser, folder: string, pictures: readonly Picture[]): Promise<string[]> {
  const sheets = [...new Set(pictures.map(({ sheet }) => sheet))];
  const sections = sheets.map((sheet) =>
    sheetHtml(
      sheet,
      pictures.filter((picture) => picture.sheet === sheet),
    ),
  );
  const page = (content: string) =>
    `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Saluni</title><style>${style}</style>${content}</html>`;
  await writeFile(join(folder, 'index.html'), page(`<h1>Every screen</h1>${sections.join('\n')}`));
  const view = await browser.newPage({ viewport: { width: 2520, height: 1000 } });
  for (const sheet of sheets) {
    await view.goto(pathToFileURL(join(folder, 'index.html')).href, { waitUntil: 'load' });
    await view.locator(`#s${sheet}`).screenshot({ path: join(folder, `${sheet}.png`) });
  }
  await view.close();
  return sheets;
}
