import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#shared/pages.ts';
import { everything, pagesOf, type Visitor } from './all-pages.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();

/** The ring of whatever can have the focus is cut by none of the boxes around it. */
async function expectWholeRings(page: Page) {
  const cut = await page.evaluate(() => {
    const found: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(
      'a, button, input, select, textarea, [tabindex="0"]',
    )) {
      control.focus();
      if (!control.matches(':focus-visible')) continue;
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control);
      const reach = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const ring = control.getBoundingClientRect();
      if (ring.width < 2) continue;
      for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const isCutAcross =
          overflowX !== 'visible' && (ring.left - reach < edge.left - 1 || ring.right + reach > edge.right + 1);
        const isCutDown =
          overflowY !== 'visible' && (ring.top - reach < edge.top - 1 || ring.bottom + reach > edge.bottom + 1);
        if (isCutAcross || isCutDown)
          found.push(`${control.tagName} ${control.textContent?.slice(0, 30)} in ${box.className}`);
        if (position === 'fixed') break;
      }
    }
    return found.join('; ');
  });
  if (cut) throw new Error(`rings are cut: ${cut}`);
}

async function expectNoSideScrollAtDoubleText(page: Page) {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const sticking = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return '';
    const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1;
    const wide = [...document.querySelectorAll('body *:not(svg *)')].filter(
      (element) => isWide(element) && ![...element.children].some(isWide),
    );
    return wide
      .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent?.slice(0, 40)}`)
      .join('; ');
  });
  if (sticking) throw new Error(`the page scrolls sideways: ${sticking}`);
}

/** Lines keep their distance when the text grows, as after `expectNoSideScrollAtDoubleText`. */
async function expectLinesApart(page: Page) {
  const tight = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *:not(svg *, .visually-hidden)')]
      .filter((element) =>
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim()),
      )
      .filter((element) => {
        const { fontSize, lineHeight } = getComputedStyle(element);
        return Number.parseFloat(lineHeight) < 0.9 * Number.parseFloat(fontSize);
      })
      .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent?.slice(0, 40)}`)
      .join('; '),
  );
  if (tight) throw new Error(`lines run into each other: ${tight}`);
}

/** No word is broken in two when the text grows; parts of addresses, e-mail addresses and double names may be. */
async function expectWholeWords(page: Page) {
  const broken = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement;
      if (!around || around.closest('.visually-hidden, svg, script, style')) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/(?<!\S)\p{L}+(?!\S)/gu)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1)
          found.push(`${word} in ${around.tagName} ${around.className} ${text.textContent?.slice(0, 40)}`);
      }
    }
    return found.join('; ');
  });
  if (broken) throw new Error(`words are broken: ${broken}`);
}

const visitors: Visitor[] = ['visitor', 'client', 'professional', 'admin'];

test('on every page of every role axe finds nothing, rings are whole, and nothing scrolls sideways, small or doubled', async () => {
  const { s, addresses } = await everything(t, 'Oluwaseun Adébáyọ̀-Fernandes and Daughters');
  const people = { visitor: undefined, client: s.client, professional: s.professional, admin: await t.make.admin() };
  const found: string[] = [];
  let seen = 0;
  async function walk(visitor: Visitor) {
    const options = { viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' } as const;
    const person = people[visitor];
    const page = await (await (person ? t.signedIn(person, options) : t.visitor(options))).newPage();
    for (const name of pagesOf(visitor)) {
      const address = addresses[name] ?? pages[name].path.replace(/\/:.*/, '');
      await page.goto(address, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
      expect(new URL(page.url()).pathname).toBe(address.split('?')[0]);
      for (const check of [
        expectWholeRings,
        expectAccessible,
        expectNoSideScroll,
        expectNoSideScrollAtDoubleText,
        expectLinesApart,
        expectWholeWords,
      ]) {
        await check(page).catch((error: Error) => found.push(`${visitor}, ${name}, ${check.name}: ${error.message}`));
      }
      seen += 1;
    }
  }
  await Promise.all(visitors.map(walk));
  expect(found).toEqual([]);
  expect(seen).toBeGreaterThanOrEqual(Object.keys(pages).length);
}, 480_000);
