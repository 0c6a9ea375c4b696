import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readUnsubscribeToken, unsubscribeLink } from '#server/links/unsubscribe-links.ts';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp();
const everything = { booking: true, reminder: true, message: true };
const all = { mail: everything, in_app: everything, push: everything, push_details: false };

async function preferencesOf(person: { token: string }) {
  return (await t.rest.call(person, 'users.preferences')).body;
}

test('List-Unsubscribe: one click and no login for all that a preference switches off, never for security mail', async () => {
  const [client, professional] = [await t.make.client(), await t.make.professional()];
  const of = { clientId: client.clientId, professionalId: professional.professionalId };
  const { bookingId } = await t.make.booking(of);
  await t.rest.call(professional, 'bookings.change', { id: bookingId, status: 'confirmed' });
  await t.rest.call(null, 'auth.forgot', { email: client.email });
  await t.drain();
  const [confirmed, reset, ...more] = t.inbox
    .to(client.email)
    .sort((one) => (one.subject.startsWith('Confirmed') ? -1 : 1));
  expect(more).toEqual([]);
  expect(reset?.subject).toBe('Choose a new password');
  expect(reset?.headers).not.toHaveProperty('list-unsubscribe');
  expect(reset?.text).not.toContain('nsubscribe');

  expect(confirmed?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const url = /^<(http:\/\/[^>]+)>$/.exec(confirmed?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  expect(confirmed?.text).toContain(`Unsubscribe from emails about bookings: ${url}`);
  expect(confirmed?.html).toContain(`href="${url}"`);
  const path = url.replace(t.deps.config.publicUrl, '');
  expect(path).toMatch(/^\/unsubscribe\?token=booking\./);

  for (const method of ['GET', 'HEAD'] as const)
    await t.app.inject({ method, url: path, headers: { accept: 'text/html' } });
  expect(await preferencesOf(client)).toEqual(all);
  // As mail programs send it (RFC 8058).
  const oneClick = await t.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect([oneClick.statusCode, oneClick.body]).toEqual([204, '']);
  expect(await preferencesOf(client)).toEqual({ ...all, mail: { ...everything, booking: false } });
  expect(await preferencesOf(professional)).toEqual(all);

  await t.rest.call(professional, 'bookings.change', { id: bookingId, status: 'cancelled' });
  await t.drain();
  expect(t.inbox.to(client.email)).toHaveLength(2);
});

test('a link switches off the one kind of the one user that it names, as often as it is used', async () => {
  const [person, other] = [await t.make.client(), await t.make.client()];
  const tokenOf = async (userId: string, kind: 'booking' | 'reminder') =>
    new URL((await unsubscribeLink(t.deps.db, 'https://saluni.example', { userId, kind })).url).searchParams.get(
      'token',
    ) ?? '';
  const token = await tokenOf(person.userId, 'reminder');
  expect(await readUnsubscribeToken(t.deps.db, token)).toEqual({ userId: person.userId, kind: 'reminder' });
  const post = async (given: object) => (await t.rest.call(null, 'users.unsubscribe', { ...given })).status;

  const [kind = '', user = '', signature = ''] = token.split('.');
  const foreign = (await tokenOf(other.userId, 'reminder')).split('.')[1] ?? '';
  const wrong = [
    'x',
    '',
    'booking',
    `booking.${user}.${signature}`,
    `${kind}.${foreign}.${signature}`,
    `${kind}.${user}.${signature.slice(0, -2)}`,
    `${kind}.${user}.`,
    `${token}.x`,
    `__proto__.${user}.${signature}`,
    '\u0000',
  ];
  for (const one of wrong) {
    const answer = await t.rest.call(null, 'users.unsubscribe', { token: one });
    expect([one, answer.status, answer.body]).toEqual([one, 400, { detail: 'This link is no longer valid.' }]);
  }
  expect(await post({ token: await tokenOf(randomUUID(), 'booking') })).toBe(400);
  expect(await post({})).toBe(422);
  expect(await preferencesOf(person)).toEqual(all);

  await t.rest.call(person, 'users.updatePreferences', { in_app: { booking: false } });
  for (let i = 0; i < 2; i++) expect(await post({ token })).toBe(204);
  expect(await preferencesOf(person)).toEqual({
    ...all,
    mail: { ...everything, reminder: false },
    in_app: { ...everything, booking: false },
  });
  expect(await preferencesOf(other)).toEqual(all);
});

test('a mail program may post its one click as a form, as a form in parts or without a body', async () => {
  const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  const bodies = [
    { type: 'application/x-www-form-urlencoded', payload: 'List-Unsubscribe=One-Click', status: 204 },
    { type: 'multipart/form-data; boundary=x', payload: parts, status: 204 },
    { type: 'multipart/form-data; boundary=x', payload: 'not in parts', status: 400 },
    { type: 'multipart/form-data; boundary=x', payload: parts.replace('One-Click', 'x'.repeat(110_000)), status: 413 },
    { type: 'text/plain', payload: 'List-Unsubscribe=One-Click', status: 415 },
    { type: undefined, payload: undefined, status: 204 },
  ];
  for (const { type, payload, status } of bodies) {
    const person = await t.make.client();
    const { url } = await unsubscribeLink(t.deps.db, '', { userId: person.userId, kind: 'booking' });
    const headers = type ? { 'content-type': type } : {};
    const answer = await t.app.inject({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) });
    expect([type, answer.statusCode]).toEqual([type, status]);
    expect(await preferencesOf(person)).toMatchObject({ mail: { booking: status !== 204 } });
  }
});
