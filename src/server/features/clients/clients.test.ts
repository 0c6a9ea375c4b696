import { describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp();
const input = {
  first_name: ' Adébáyọ̀ ',
  last_name: "Ng'ang'a-Smith",
  phone_number: '0400123456',
  notes: 'Allergic to ammonia.',
};

describe('clients', () => {
  test('a client reads and changes their own profile', async () => {
    const api = t.rest;
    const person = await t.make.client();
    const changed = await api.call(person, 'clients.updateMe', input);
    expect(changed).toMatchObject({ status: 200, body: { ...input, id: person.clientId, first_name: 'Adébáyọ̀' } });
    expect(Object.keys(changed.body as object).sort()).toEqual([
      'created_at',
      'first_name',
      'id',
      'last_name',
      'notes',
      'phone_number',
    ]);
    expect((await api.call(person, 'clients.me')).body).toEqual(changed.body);
    expect((await api.call(person, 'clients.byId', { id: person.clientId })).body).toEqual(changed.body);
    expect((await api.call(await t.make.admin(), 'clients.byId', { id: person.clientId })).body).toEqual(changed.body);
    const { notes, ...rest } = input;
    expect(await api.call(person, 'clients.updateMe', rest)).toMatchObject({ status: 200, body: { notes: null } });
  });

  test('for others a client is 404, as one that does not exist', async () => {
    const { clientId: id } = await t.make.client();
    for (const caller of [await t.make.client(), await t.make.professional()]) {
      for (const asked of [id, crypto.randomUUID(), 'x', '%00']) {
        expect(await t.rest.call(caller, 'clients.byId', { id: asked })).toMatchObject({
          status: 404,
          body: { detail: 'Client not found' },
        });
      }
    }
    expect((await t.rest.call(null, 'clients.byId', { id })).status).toBe(401);
    for (const caller of [await t.make.professional(), await t.make.admin()]) {
      expect((await t.rest.call(caller, 'clients.me')).status).toBe(403);
      expect((await t.rest.call(caller, 'clients.updateMe', { first_name: '' })).status).toBe(403);
    }
  });

  const now = Date.now();
  const visible = expect.objectContaining({ phone_number: '0400111222', notes: null });
  const withoutPhone = expect.objectContaining({ phone_number: null, first_name: 'Zoë' });
  test.each([
    ['pending, tomorrow', 'pending', DAY, 200, visible],
    ['confirmed, tomorrow', 'confirmed', DAY, 200, visible],
    ['confirmed, long past', 'confirmed', -200 * DAY, 200, visible],
    ['completed, just within 90 days', 'completed', -90 * DAY + HOUR, 200, visible],
    ['completed, just over 90 days ago', 'completed', -90 * DAY - 2 * HOUR, 200, withoutPhone],
    ['cancelled, tomorrow', 'cancelled', DAY, 404, { detail: 'Client not found' }],
    ['cancelled, yesterday', 'cancelled', -DAY, 404, { detail: 'Client not found' }],
  ] as const)('what the professional of a booking sees: %s', async (_about, status, offset, answered, body) => {
    const start = now + offset;
    const person = await t.make.professional();
    const { clientId: id } = await t.make.client();
    const { professionalId } = person;
    await t.make.booking({ professionalId, clientId: id, status, start });
    expect(await t.rest.call(person, 'clients.byId', { id })).toMatchObject({ status: answered, body });
    expect((await t.rest.call(await t.make.professional(), 'clients.byId', { id })).status).toBe(404);
  });

  test('a recent cancelled booking does not show the phone number, when the last real one is too old', async () => {
    const person = await t.make.professional();
    const { clientId: id } = await t.make.client();
    const { professionalId } = person;
    await t.make.booking({ professionalId, clientId: id, status: 'completed', start: now - 120 * DAY });
    await t.make.booking({ professionalId, clientId: id, status: 'cancelled', start: now + DAY });
    // Nor does the booking of another professional with the same client.
    await t.make.booking({ clientId: id, status: 'confirmed', start: now + DAY });
    expect(await t.rest.call(person, 'clients.byId', { id })).toMatchObject({
      status: 200,
      body: { phone_number: null },
    });
  });

  test.each<[string, Record<string, unknown>, string, string?]>([
    ['no first name', { first_name: undefined }, 'first_name', 'First name is required'],
    ['an empty last name', { last_name: ' ' }, 'last_name', 'Last name is required'],
    ['no last name', { last_name: undefined }, 'last_name', 'Last name is required'],
    ['digits in a first name', { first_name: 'R2D2' }, 'first_name', 'First name should not contain numbers'],
    ['digits in a last name', { last_name: '4' }, 'last_name', 'First name should not contain numbers'],
    ['a long name', { first_name: 'x'.repeat(101) }, 'first_name'],
    ['5 digits', { phone_number: '12345' }, 'phone_number', 'Enter a valid number'],
    ['no phone number', { phone_number: undefined }, 'phone_number', 'Enter a valid number'],
    ['a plus', { phone_number: '+61400123456' }, 'phone_number', 'Phone number must only contain digits'],
    ['Arabic-Indic digits', { phone_number: '٠١٢٣٤٥٦' }, 'phone_number', 'Phone number must only contain digits'],
    ['21 digits', { phone_number: '1'.repeat(21) }, 'phone_number'],
    ['1,000 digits', { phone_number: '1'.repeat(1000) }, 'phone_number'],
    ['a number for a phone number', { phone_number: 400123456 }, 'phone_number', 'Enter a valid number'],
    ['long notes', { notes: 'x'.repeat(2001) }, 'notes'],
    ['a lone surrogate', { notes: '\ud800' }, 'notes'],
    ['notes as a list', { notes: ['x'] }, 'notes'],
  ])('D5 %s is 422 at the field, and nothing is written', async (_what, wrong, field, message) => {
    const person = await t.make.client();
    const before = (await t.rest.call(person, 'clients.me')).body;
    const answer = await t.rest.call(person, 'clients.updateMe', { ...input, ...wrong });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', field], ...(message ? { msg: message } : {}) }] },
    });
    expect((answer.body as { detail: unknown[] }).detail).toHaveLength(1);
    expect((await t.rest.call(person, 'clients.me')).body).toEqual(before);
  });

  test('A4 unknown fields change nothing', async () => {
    const person = await t.make.client();
    const other = await t.make.client();
    const before = (await t.rest.call(other, 'clients.me')).body;
    const extra = {
      id: other.clientId,
      user_id: other.userId,
      email: 'x@example.com',
      created_at: '2020-01-01T00:00:00Z',
    };
    const answer = await t.rest.call(person, 'clients.updateMe', { ...input, ...extra });
    expect(answer).toMatchObject({ status: 200, body: { id: person.clientId } });
    expect((answer.body as { created_at: string }).created_at.slice(0, 4)).not.toBe('2020');
    expect((await t.rest.call(other, 'clients.me')).body).toEqual(before);
  });
});

test('D5 a megabyte of notes is 413', async () => {
  const answer = await t.rest.call(await t.make.client(), 'clients.updateMe', {
    ...input,
    notes: 'x'.repeat(1024 * 1024),
  });
  expect(answer).toMatchObject({ status: 413, body: { detail: 'The request body must be at most 100 kB.' } });
});
