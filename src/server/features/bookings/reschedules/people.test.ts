import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { password } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp({ BOOKINGS_PER_HOUR: '20' });
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;

describe('a request and its people', () => {
  const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
  let amara: ProfessionalPerson;
  let zoe: ClientPerson;
  let id: string;
  const ask = (hours: number, message?: string) =>
    call(zoe, 'reschedules.ask', { id, start_time: iso(day + hours * HOUR), message });

  beforeEach(async () => {
    amara = await t.make.professional({ display_name: 'Amara Okafor' });
    zoe = await t.make.client();
    await t.make.window(amara.professionalId, day, day + 12 * HOUR);
    const made = { professionalId: amara.professionalId, clientId: zoe.clientId, start: day } as const;
    id = (await t.make.booking({ ...made, status: 'confirmed' })).bookingId;
  });

  test('a client’s requests count like bookings made: six an hour with one professional, of either kind', async () => {
    const asked = [];
    for (let hours = 1; hours <= 6; hours++) asked.push(await ask(hours));
    expect(asked.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(5);
    expect(asked[5]).toMatchObject({
      status: 429,
      body: { detail: expect.stringMatching(/^Too many bookings\. Try again in \d+ minutes\.$/) },
    });
    const service = await t.make.service(amara.professionalId);
    const wish = { professional_id: amara.professionalId, service_ids: [service], start_time: iso(day + 9 * HOUR) };
    expect((await call(zoe, 'bookings.create', wish)).status).toBe(429);
  });

  test('an account that is deleted withdraws its request; its contact stays, without the person', async () => {
    expect((await call(amara, 'contacts.update', { id: zoe.clientId, notes: 'Ginger tea' })).status).toBe(200);
    await ask(2, 'The school called');
    const exported = async (who: { token: string }) => JSON.stringify((await call(who, 'users.export')).body);
    const [own, other] = [await exported(zoe), await exported(amara)];
    expect([own, other].map((text) => text.includes('The school called'))).toEqual([true, true]);
    expect([own, other].map((text) => text.includes('Ginger tea'))).toEqual([false, true]);

    await t.make.password(zoe);
    const gone = await call(zoe, 'auth.deleteAccount', { password, confirm: true });
    expect(gone.status).toBeLessThan(300);
    const { body } = await call(amara, 'reschedules.ofBooking', { id });
    expect(body).toMatchObject([{ status: 'withdrawn' }]);
    expect((await call(amara, 'contacts.byId', { id: zoe.clientId })).body).toMatchObject({
      id: zoe.clientId,
      client_id: null,
      name: 'Former client',
      phone_number: null,
      cancelled: 1,
      notes: 'Ginger tea',
    });
  });
});
