import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp();

test("preferences: all true at first, stored as they were put, and nobody else's change", async () => {
  const api = t.rest;
  const [person, other] = [await t.make.client(), await t.make.professional()];
  const everything = { booking: true, reminder: true, message: true };
  const all = { mail: everything, in_app: everything, push: everything, push_details: false };
  expect(await api.call(person, 'users.preferences')).toMatchObject({ status: 200, body: all });
  for (const mail of [
    { ...everything, booking: false },
    { booking: true, reminder: false, message: false },
  ]) {
    const push_details = mail.booking;
    const push = { ...everything, message: push_details };
    const chosen = { mail, in_app: { ...everything, booking: mail.reminder, reminder: false }, push, push_details };
    expect(await api.call(person, 'users.updatePreferences', chosen)).toMatchObject({ status: 200, body: chosen });
    expect((await api.call(person, 'users.preferences')).body).toEqual(chosen);
  }
  // What is absent stays as it is.
  const before = (await api.call(person, 'users.preferences')).body as typeof all;
  expect((await api.call(person, 'users.updatePreferences', { mail: { message: true } })).body).toEqual({
    ...before,
    mail: { ...before.mail, message: true },
  });
  expect((await api.call(other, 'users.updatePreferences', {})).body).toEqual(all);
  for (const wrong of [{ mail: 'no' }, { push_details: 'no' }, { in_app: { ...everything, booking: 'no' } }]) {
    expect((await api.call(person, 'users.updatePreferences', wrong)).status).toBe(422);
  }
  expect((await api.call(other, 'users.preferences')).body).toEqual(all);
});
