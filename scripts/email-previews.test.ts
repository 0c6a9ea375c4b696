import { expect, test } from 'vitest';
import { features } from '#server/jobs/features.ts';
import { useTestApp } from '#server/testing/app.ts';
import { pageAt, pages } from '#shared/pages.ts';
import { previewEmails, previewPage } from './email-previews.ts';

const t = useTestApp();

test('every mail is previewed with one button, and List-Unsubscribe where a preference switches it off', async () => {
  const people = () => t.deps.db.selectFrom('users').select('id').execute();
  const before = await people();
  const emails = await previewEmails(t.deps);
  expect(await people()).toEqual(before);
  const templates = features.flatMap(({ emails: written = {} }) => Object.keys(written));
  expect([...new Set(emails.map(({ template }) => template))].sort()).toEqual(templates.sort());

  for (const { template, name, email } of emails) {
    const { html, text, subject } = email;
    expect.soft(`${subject} ${text}`, name).not.toMatch(/undefined|null|\[object|NaN|Invalid/);
    const buttons = [...html.matchAll(/<a class="button" href="([^"]+)"/g)].map(([, href]) => href ?? '');
    expect.soft(buttons, name).toHaveLength(1);
    expect.soft(text, name).toContain(buttons[0]);
    // A reply reaches none of those whom the mail is about: it says so, or who reads what is written where.
    expect.soft(text, name).toMatch(/Please don't reply to this email: .+ won't see it\.|Questions\? Write to hello@/);
    expect.soft(html.replaceAll('&#39;', "'"), name).toMatch(/Please don't reply to this email|Questions\? Write to/);
    expect.soft(text, name).not.toMatch(/(?<!don't )reply to this email/);
    // A guest has no account (contract 9).
    const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => pageAt(new URL(href ?? '').pathname)?.name);
    if (name.includes('to a guest'))
      for (const page of hrefs) expect.soft(page && pages[page].roles, `${name}: ${page}`).toBe(undefined);
    const hasWayOut = [
      'booking',
      'books_opened',
      'busy_calendar',
      'cancellation_list',
      'message',
      'place',
      'receipt',
      'review',
      'series',
    ].includes(template);
    expect.soft(email.unsubscribe !== undefined, name).toBe(hasWayOut);
    expect.soft(html.includes('/unsubscribe?token='), name).toBe(hasWayOut);
  }

  const page = previewPage(emails);
  expect(page.match(/<iframe /g)).toHaveLength(3 * emails.length);
  // What stands in a mail stays in its frame.
  expect(page).not.toContain('<h1 class="ink"');
});
