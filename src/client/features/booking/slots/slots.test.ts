import { describe, expect, test } from 'vitest';
import { nearestTo, partOfDay, slotDaysOf, slotsOf } from './slots.ts';

const zone = 'Australia/Melbourne';
const slot = (start_time: string) => ({ start_time });

describe('days', () => {
  const windows = [
    {
      id: 'b',
      start_time: '2026-11-26T22:30:00.000Z',
      available_slots: [slot('2026-11-26T22:30:00.000Z'), slot('2026-11-26T23:00:00.000Z')],
    },
    { id: 'a', start_time: '2026-11-24T22:30:00.000Z', available_slots: [] },
  ];

  test('are the days of the zone; a day with only full windows has no times', () => {
    const days = slotDaysOf(windows, zone);
    expect([...days].map(([key, times]) => [key, times.length])).toEqual([
      ['2026-11-25', 0],
      ['2026-11-27', 2],
    ]);
  });

  test('with a full window and a free one have the times of the free one', () => {
    const full = { id: 'c', start_time: '2026-11-26T13:30:00.000Z', available_slots: [] };
    for (const order of [
      [...windows, full],
      [full, ...windows],
    ]) {
      expect(slotDaysOf(order, zone).get('2026-11-27')).toHaveLength(2);
    }
  });

  test('list a time of two answers once, soonest first', () => {
    const again = [...windows].reverse().concat(windows);
    expect(slotsOf(again).map(({ start }) => new Date(start).toISOString())).toEqual([
      '2026-11-26T22:30:00.000Z',
      '2026-11-26T23:00:00.000Z',
    ]);
  });
});

test('afternoon begins at noon and evening at 5 PM of the zone', () => {
  const at = (time: string) => partOfDay(Date.parse(`2026-11-26T${time}:00+11:00`), zone);
  expect(['00:00', '11:59', '12:00', '16:59', '17:00', '23:59'].map(at)).toEqual([
    'Morning',
    'Morning',
    'Afternoon',
    'Afternoon',
    'Evening',
    'Evening',
  ]);
});

test('the nearest times are the closest before and after a time, soonest first', () => {
  const slots = [1, 4, 6, 9, 20].map((start) => ({ start, availabilityId: '' }));
  expect(nearestTo(slots, 5, 3).map(({ start }) => start)).toEqual([1, 4, 6]);
  expect(nearestTo(slots, 100, 2).map(({ start }) => start)).toEqual([9, 20]);
});
