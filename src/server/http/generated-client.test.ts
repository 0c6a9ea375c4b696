import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { generate } from 'openapi-typescript-codegen';
import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { password } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp();

/** What the test uses of the generated code, which exists only while it runs. */
type Client = {
  OpenAPI: { BASE: string; TOKEN?: string };
  AuthService: { authLogin(given: { requestBody: object }): Promise<{ access_token: string }> };
  ServicesService: {
    servicesList(given: { search: string }): Promise<{ results: { id: string; professional: { id: string } }[] }>;
  };
  AvailabilityService: {
    availabilityOfProfessional(given: {
      id: string;
      serviceIds: string[];
    }): Promise<{ available_slots: { start_time: string }[] }[]>;
  };
  BookingsService: {
    bookingsCreate(given: {
      requestBody: object;
      idempotencyKey?: string;
    }): Promise<{ id: string; status: string; total_price: number }>;
    bookingsById(given: { id: string }): Promise<{ id: string; services: { id: string }[] }>;
  };
};

const document = async () => (await t.app.inject('/openapi.json')).json() as Record<string, unknown>;

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(await document());
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect(validator.version).toBe('3.1');
});

test('a client that a public generator writes from the document logs in, finds a service and its times, and books one', async () => {
  const start = Math.ceil(Date.now() / HOUR) * HOUR + DAY;
  const { professionalId } = await t.make.professional({ display_name: 'Amara Okafor' });
  await t.make.service(professionalId, { name: 'Box braids' });
  const serviceId = await t.make.service(professionalId, { name: 'Silk press', price: 95.5 });
  await t.make.window(professionalId, start, start + 3 * HOUR);
  const zoe = await t.make.client();
  await t.make.password(zoe);

  const directory = await mkdtemp(join(tmpdir(), 'saluni-client-'));
  try {
    await generate({
      input: await document(),
      output: directory,
      httpClient: 'fetch',
      useOptions: true,
      useUnionTypes: true,
    });
    const client = (await import(join(directory, 'index.ts'))) as Client;
    client.OpenAPI.BASE = await t.app.listen({ host: '127.0.0.1', port: 0 });

    const { access_token } = await client.AuthService.authLogin({ requestBody: { username: zoe.email, password } });
    client.OpenAPI.TOKEN = access_token;
    const { results } = await client.ServicesService.servicesList({ search: 'silk' });
    expect(results).toMatchObject([{ id: serviceId, professional: { id: professionalId } }]);
    const [window] = await client.AvailabilityService.availabilityOfProfessional({
      id: professionalId,
      serviceIds: [serviceId],
    });
    const start_time = window?.available_slots[1]?.start_time;
    const wish = {
      requestBody: {
        professional_id: professionalId,
        service_ids: [serviceId],
        start_time,
        total_price: 95.5,
        notes: 'Zoë’s first',
      },
      idempotencyKey: 'a key',
    };
    const booking = await client.BookingsService.bookingsCreate(wish);
    expect(booking).toMatchObject({ status: 'pending', start_time, total_price: 95.5, notes: 'Zoë’s first' });
    expect(await client.BookingsService.bookingsCreate(wish)).toEqual(booking);
    expect(await client.BookingsService.bookingsById({ id: booking.id })).toEqual(booking);
    await expect(client.BookingsService.bookingsCreate({ ...wish, idempotencyKey: 'another' })).rejects.toMatchObject({
      status: 409,
      body: { detail: 'That time is no longer available.' },
    });
  } finally {
    await rm(directory, { recursive: true });
  }
});
