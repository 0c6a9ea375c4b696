import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp();

test("preferences: all true at first, stored as they were put, and nobody else's change", async () => {
  const api = t.rest;
  const [person, other] = [await t.make.client(), await t.make.professional()];
  const all = { mail: { booking: true, reminder: true }, in_app: { booking: true, reminder: true } };
  expect(await api.call(person, 'users.preferences')).toMatchObject({ status: 200, body: all });
  for (const mail of [
    { booking: false, reminder: true },
    { booking: true, reminder: false },
  ]) {
    const chosen = { mail, in_app: { booking: mail.reminder, reminder: false } };
    expect(await api.call(person, 'users.updatePreferences', chosen)).toMatchObject({ status: 200, body: chosen });
    expect((await api.call(person, 'users.preferences')).body).toEqual(chosen);
  }
  for (const wrong of [
    {},
    { mail: all.mail },
    { ...all, mail: { booking: true } },
    { ...all, in_app: { booking: 'no', reminder: true } },
  ]) {
    expect((await api.call(person, 'users.updatePreferences', wrong)).status).toBe(422);
  }
  expect((await api.call(other, 'users.preferences')).body).toEqual(all);
});
