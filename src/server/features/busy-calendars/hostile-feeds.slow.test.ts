import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { feedOf, startCalendarServer } from '#server/testing/calendar-server.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';
import { sealAddress } from './address-secret.ts';
import { readDueCalendars } from './read-calendar.ts';

const t = useTestApp();

test('J16: slow, endless, broken and huge feeds hold up nothing; the last known times stay', {
  timeout: 180_000,
}, async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'x'));
  const secondly = feedOf(['DTSTART:20200101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY']);
  const heavy = feedOf(
    ...Array.from({ length: 5_000 }, () => [
      'DTSTART:20200101T090000Z',
      'DURATION:PT1S',
      'RRULE:FREQ=HOURLY;BYDAY=MO,TU;BYMONTHDAY=1,2,3',
    ]),
  );
  const server = await startCalendarServer(({ url = '' }, answer) => {
    if (url.startsWith('/drip')) {
      const timer = setInterval(() => answer.write('x'), 1_000);
      answer.on('close', () => clearInterval(timer));
    } else if (url.startsWith('/endless')) {
      const more = () => answer.write('x'.repeat(65_536), (error) => error ?? setImmediate(more));
      more();
    } else if (url.startsWith('/bomb')) answer.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    else if (url.startsWith('/secondly')) answer.end(secondly);
    else if (url.startsWith('/heavy')) answer.end(heavy);
    else answer.end('<html>');
  });
  t.deps.config.busyCalendarHosts.push(server.host);
  const key = t.deps.secretsKey as Buffer;
  const paths = [
    '/endless',
    '/bomb',
    '/secondly',
    '/heavy',
    '/broken',
    ...Array.from({ length: 20 }, (_, i) => `/drip${i}`),
  ];
  const start_time = iso(Date.now() + DAY);
  for (const path of paths) {
    const { professionalId } = await t.make.professional();
    const id = randomUUID();
    const url = `http://${server.host}${path}`;
    await t.make.row('busy_calendars', {
      ...{ professional_id: professionalId, id, name: path, host: '127.0.0.1', next_read_at: iso(0) },
      ...sealAddress(key, url, { professional_id: professionalId, id }),
    });
    const time = {
      professional_id: professionalId,
      calendar_id: id,
      start_time,
      end_time: iso(Date.now() + DAY + HOUR),
    };
    await t.deps.db.insertInto('calendar_times').values(time).execute();
  }
  const other = await t.make.professional();
  const service = await t.make.service(other.professionalId);
  const before = process.memoryUsage().rss;
  const took: number[] = [];
  let isDone = false;
  const reading = readDueCalendars(t.deps).finally(() => {
    isDone = true;
  });
  let hours = 0;
  while (!isDone) {
    const start = Math.ceil(Date.now() / HOUR) * HOUR + DAY + 2 * HOUR * hours++;
    const begin = performance.now();
    const booking = { start_time: iso(start), service_ids: [service], guest: { name: 'Kim' } };
    expect((await t.rest.call(other, 'bookings.writeIn', booking)).status).toBe(201);
    took.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await reading;
  took.sort((one, other) => one - other);
  console.log(`p99 ${Math.round(took[Math.floor(took.length * 0.99)] ?? 0)} ms of ${took.length} bookings`);
  expect(took[Math.floor(took.length * 0.99)]).toBeLessThan(500);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  const calendars = await t.deps.db.selectFrom('busy_calendars').select('problem').execute();
  expect(calendars.map(({ problem }) => problem)).not.toContain(null);
  const { rows } = await t.deps.pool.query('select count(*)::int as count from calendar_times');
  expect(rows).toEqual([{ count: paths.length }]);
  await server.close();
});
