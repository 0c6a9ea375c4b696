import { describe, expect, test } from 'vitest';
import {
  clockText,
  clockTexts,
  dayNumber,
  hoursFault,
  type Interval,
  minutesOfClock,
  openingHours,
  type Schedule,
} from './hours.ts';

const interval = (text: string): Interval => {
  const [start = '', end = ''] = text.split('-');
  return { start: minutesOfClock(start), end: minutesOfClock(end) };
};
const week = (days: Record<number, string[]>) => [1, 2, 3, 4, 5, 6, 7].map((day) => (days[day] ?? []).map(interval));

describe('a time of the clock', () => {
  test.each([
    ['00:00', 0],
    ['09:05', 545],
    ['24:00', 1440],
  ])('%s is %d minutes since midnight', (text, minutes) => {
    expect(minutesOfClock(text)).toBe(minutes);
    expect(clockText(minutes)).toBe(text);
  });
});

describe('the hours of a day', () => {
  test.each<[string[], number | undefined]>([
    [[], undefined],
    [['09:00-12:30', '13:00-17:00'], undefined],
    [['13:00-17:00', '09:00-12:30'], undefined],
    [['00:00-24:00'], undefined],
    [['09:00-09:15'], undefined],
    [['09:00-09:00'], 0],
    [['12:00-09:00'], 0],
    [['09:00-09:10'], 0],
    [['09:00-12:00', '12:00-17:00'], 1],
    [['12:00-17:00', '09:00-12:00'], 1],
    [['09:00-12:00', '08:00-18:00'], 1],
    [['09:00-10:00', '11:00-12:00', '09:30-09:45'], 2],
    [['01:00-02:00', '03:00-04:00', '05:00-06:00', '07:00-08:00', '09:00-10:00', '11:00-12:00'], undefined],
    [['01:00-02:00', '03:00-04:00', '05:00-06:00', '07:00-08:00', '09:00-10:00', '11:00-12:00', '13:00-14:00'], 6],
  ])('%j are wrong at %s', (texts, index) => {
    expect(hoursFault(texts.map(interval))?.index).toBe(index);
  });
});

describe('opening hours', () => {
  const thursday = dayNumber('2026-11-26');
  const schedule = (given: Partial<Schedule>): Schedule => ({
    first: dayNumber('2026-01-01'),
    last: Infinity,
    every_weeks: 1,
    week: week({ 2: ['09:00-12:00', '13:00-17:00'], 6: ['10:00-14:00'] }),
    ...given,
  });
  const shown = (schedules: Schedule[], today = thursday) => openingHours(schedules, today);

  test('are those of the week, by weekday, without days that have none', () => {
    expect(shown([schedule({})])).toEqual([
      { weekday: 2, hours: ['09:00-12:00', '13:00-17:00'].map(interval).map(clockTexts) },
      { weekday: 6, hours: [{ start: '10:00', end: '14:00' }] },
    ]);
    expect(shown([])).toEqual([]);
  });

  test('count a schedule that begins or ends within the week, and none that does not count in it', () => {
    const days = (given: Partial<Schedule>) => shown([schedule(given)]).map(({ weekday }) => weekday);
    expect(days({ first: dayNumber('2026-11-29') })).toEqual([2, 6]);
    expect(days({ first: dayNumber('2026-11-30') })).toEqual([]);
    expect(days({ last: dayNumber('2026-11-23') })).toEqual([2, 6]);
    expect(days({ last: dayNumber('2026-11-22') })).toEqual([]);
    expect(days({ first: dayNumber('2026-11-15'), every_weeks: 2 })).toEqual([2, 6]);
    expect(days({ first: dayNumber('2026-11-16'), every_weeks: 2 })).toEqual([]);
  });

  test('are united', () => {
    expect(shown([schedule({}), schedule({ week: week({ 2: ['12:00-13:00', '18:00-20:00'] }) })])[0]).toEqual({
      weekday: 2,
      hours: [
        { start: '09:00', end: '17:00' },
        { start: '18:00', end: '20:00' },
      ],
    });
  });
});
