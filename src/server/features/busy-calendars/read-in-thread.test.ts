import { expect, test } from 'vitest';
import { feedOf } from '#server/testing/calendar-server.ts';
import { full } from '#server/testing/repetitions.ts';
import { DAY } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';
import { CalendarProblem, notCalendar } from './calendar-problem.ts';
import { timesOfFeed } from './read-in-thread.ts';

const range = { start: Date.parse('2026-11-26T00:00:00Z'), end: Date.parse('2027-01-27T13:00:00Z') };
const wanted = (text: string) => ({ text, zone: 'Australia/Melbourne', range });
const one = feedOf(['DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z']);
test('professionals take turns, whoever comes with more feeds', async () => {
  const done: string[] = [];
  const read = (who: string, name: string) =>
    timesOfFeed(who, wanted(one)).then(({ busy }) => done.push(`${name} ${busy.length}`));
  await Promise.all([read('a', 'a1'), read('a', 'a2'), read('a', 'a3'), read('b', 'b1'), read('c', 'c1')]);
  expect(done).toEqual(['a1 1', 'b1 1', 'c1 1', 'a2 1', 'a3 1']);
});

test('a feed of thousands of series is read', { timeout: 60_000 }, async () => {
  const start = (i: number) =>
    iso(Date.UTC(2024, 0, 1) + (i % 366) * DAY)
      .slice(0, 10)
      .replaceAll('-', '');
  const yearly = Array.from({ length: full ? 5_000 : 1_000 }, (_, i) => [
    `DTSTART;VALUE=DATE:${start(i)}`,
    'RRULE:FREQ=YEARLY',
  ]);
  const { busy } = await timesOfFeed('a', wanted(feedOf(...yearly)));
  expect(busy).toEqual([{ start: expect.any(Number), end: range.end }]);
});

test('two megabytes of components in components are no calendar, at once', async () => {
  const nested = `BEGIN:VCALENDAR\r\n${'BEGIN:A\r\n'.repeat(210_000)}END:VCALENDAR\r\n`;
  const begun = performance.now();
  await expect(timesOfFeed('a', wanted(nested))).rejects.toEqual(new CalendarProblem(notCalendar));
  expect(performance.now() - begun).toBeLessThan(2_000);
});
