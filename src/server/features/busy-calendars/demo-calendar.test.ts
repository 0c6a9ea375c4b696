import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { startCalendarServer } from '#server/testing/calendar-server.ts';
import type { BusyCalendar, CalendarTime } from '#shared/busy-calendars.ts';
import { DAY } from '#shared/constants.ts';
import { formatSlotTime, iso } from '#shared/time.ts';
import { refusedAddress } from './fetch-calendar.ts';

const listener = await startCalendarServer();
const t = useTestApp({ SEED_DEMO: 'true', PUBLIC_URL: `http://${listener.host}` });

test('S19: in a demo one address is read, without a connection; all others that lead inside stay refused', async () => {
  let connections = 0;
  listener.server.on('connection', () => connections++);
  const amara = await t.make.professional({ time_zone: 'Australia/Perth' });
  const add = (url: string) => t.rest.call(amara, 'busyCalendars.add', { url, name: 'Family' });
  const port = listener.host.split(':')[1];
  const own = `http://${listener.host}/demo/busy-calendar.ics`;
  for (const url of [
    `http://${listener.host}/`,
    `${own}/`,
    `${own}?`,
    `${own}?x`,
    own.replace('demo', 'demo/../demo'),
    own.replace('demo', '%64emo'),
    own.replace('http:', 'https:'),
    own.replace('http:', 'webcal:'),
    own.replace('127.0.0.1', 'localhost'),
    own.replace('127.0.0.1', '2130706433'),
    own.replace('//', '//user@'),
    `http://[::1]:${port}/demo/busy-calendar.ics`,
  ])
    expect([url, await add(url)]).toMatchObject([url, { status: 422, body: { detail: [{ msg: refusedAddress }] } }]);
  const { status, body } = await add(own);
  expect([status, body]).toMatchObject([201, { state: 'ok', host: '127.0.0.1' }]);
  expect(connections).toBe(0);
  await listener.close();

  expect((body as BusyCalendar).busy_count).toBeGreaterThan(40);
  const range = { from: iso(Date.now() + DAY), to: iso(Date.now() + 8 * DAY) };
  const times = (await t.rest.call(amara, 'busyCalendars.times', range)).body as CalendarTime[];
  const starts = times.map(({ start }) => formatSlotTime(Date.parse(start), 'Australia/Perth'));
  expect(starts.filter((start) => start === '3:00 PM').length).toBeGreaterThanOrEqual(4);
  const file = await t.app.inject('/demo/busy-calendar.ics');
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(file.body).toMatch(/^BEGIN:VCALENDAR\r\n/);
});
