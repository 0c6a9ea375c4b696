import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/app.ts';
import { cloneDatabase } from '#server/testing/db.ts';
import { DAY } from '#shared/constants.ts';
import { openTelemetry } from './open-telemetry.ts';
import { currentTracing, setTracing } from './spans.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type SentSpan = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] };
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
};

const spans: SentSpan[] = [];
const services = new Set<string | undefined>();
let texts = '';
/** A collector that stores what it is sent. */
const collector = createServer(async (request, answer) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  texts += body;
  for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
    services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue);
    for (const one of scopeSpans) spans.push(...one.spans);
  }
  answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
let t: TestApp & { close(): Promise<void> };
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let close: () => Promise<void>;

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const opened = await openTelemetry(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`, 'saluni-test');
  setTracing(opened.tracing);
  close = opened.close;
  database = await cloneDatabase();
  t = await openTestApp(database.url);
});
afterAll(async () => {
  setTracing(undefined);
  await t.close();
  await database.drop();
  collector.close();
});

test('O15: one id goes through request, statement, outbox, job and mail, and no span tells what people entered', async () => {
  const amara = await t.make.professional();
  const zoe = await t.make.client();
  const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;
  await t.make.window(amara.professionalId, day, day + 8 * 3_600_000);
  const { status, headers } = await t.rest.call(zoe, 'bookings.create', {
    professional_id: amara.professionalId,
    service_ids: [await t.make.service(amara.professionalId)],
    start_time: new Date(day).toISOString(),
    notes: 'Kayleigh is shy',
  });
  expect(status).toBe(201);
  await t.drain();
  await close();

  const id = String(headers['x-request-id']).replaceAll('-', '');
  const own = spans.filter(({ traceId }) => traceId === id);
  const root = own.find(({ name }) => name === 'POST /bookings');
  expect(root?.parentSpanId ?? '').toBe('');
  const parentOf = (name: RegExp) => own.find((span) => name.test(span.name))?.parentSpanId;
  const idOf = (name: RegExp) => own.find((span) => name.test(span.name))?.spanId;
  expect(own.filter(({ name }) => name.startsWith('statement ')).length).toBeGreaterThan(3);
  // Also behind the body, which comes in the context of its connection.
  expect(own.filter(({ parentSpanId }) => parentSpanId === root?.spanId).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['outbox booking.created', 'job email booking', expect.stringContaining('statement')]),
  );
  expect(parentOf(/^job booking.created$/)).toBe(idOf(/^outbox booking.created$/));
  expect(parentOf(/^mail$/)).toBe(idOf(/^job email booking$/));
  const attributesOf = ({ attributes }: SentSpan) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
  expect(root && attributesOf(root)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/bookings',
    'http.response.status_code': 201,
    'user.id': zoe.userId,
  });
  expect([...services]).toEqual(['saluni-test']);
  for (const secret of ['Kayleigh', zoe.email, amara.email, zoe.token]) expect(texts).not.toContain(secret);
});

test('without a collector nothing is traced', async () => {
  setTracing(undefined);
  expect(currentTracing()).toBeUndefined();
  const before = spans.length;
  expect((await t.app.inject('/professionals/')).statusCode).toBe(200);
  expect(spans.length).toBe(before);
});

test('OTEL_TRACES_SAMPLER_ARG: of a tenth of the requests whole traces are made, of the others nothing', async () => {
  const tenth = await openTelemetry(
    `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    'saluni-tenth',
    0.1,
  );
  const ids = Array.from({ length: 400 }, () => randomUUID());
  const begun = spans.length;
  for (const requestId of ids) {
    tenth.tracing.request(requestId, 'GET /x', {}).end();
    tenth.tracing.job({ name: 'email booking', requestId, attributes: {} }).end();
  }
  await tenth.close();
  const tracesOf = (name: string) =>
    spans
      .slice(begun)
      .flatMap((span) => (span.name === name ? [span.traceId] : []))
      .sort();
  expect(tracesOf('GET /x').length).toBeGreaterThan(10);
  expect(tracesOf('GET /x').length).toBeLessThan(100);
  expect(tracesOf('job email booking')).toEqual(tracesOf('GET /x'));
});
