import { describe, expect, test } from 'vitest';
import { fitsInGap, partsOfVisit, processingFault, type TimedService } from './visit.ts';

const service = (minutes: number, start: number | null = null, length: number | null = null): TimedService => ({
  service_duration_minutes: minutes,
  processing_start_minutes: start,
  processing_minutes: length,
});
const colour = service(105, 45, 30);

describe('the parts of a visit', () => {
  test.each<[string, TimedService[], [number, number][]]>([
    ['without services are the default length', [], [[0, 30]]],
    ['without processing are one', [service(30), service(60)], [[0, 90]]],
    [
      'leave processing out',
      [colour],
      [
        [0, 45],
        [75, 105],
      ],
    ],
    [
      'join where services follow one another',
      [service(15), colour, service(30)],
      [
        [0, 60],
        [90, 150],
      ],
    ],
    [
      'leave several out',
      [colour, colour],
      [
        [0, 45],
        [75, 150],
        [180, 210],
      ],
    ],
  ])('%s', (_, services, parts) => {
    expect(partsOfVisit(services)).toEqual(parts.map(([start, end]) => ({ start, end })));
  });
});

describe('processing time', () => {
  test.each<[TimedService, boolean]>([
    [service(30), true],
    [colour, true],
    [service(80, 45, 30), true],
    [service(79, 45, 30), false],
    [service(60, 45), false],
    [service(60, null, 30), false],
  ])('%j fits: %s', (one, fits) => {
    expect(processingFault(one) === undefined).toBe(fits);
  });
});

describe('a visit in the gap of another', () => {
  test.each([
    ['a cut of 30 in a colour of 45, 30, 30, every 15 minutes', 15, 0, 30, true],
    ['which no start of every 30 minutes meets', 30, 0, 30, false],
    ['nor with 5 minutes between visits', 15, 5, 30, false],
    ['and 15 minutes do', 15, 0, 15, true],
  ])('%s', (_, slot_interval_minutes, buffer_minutes, minutes, fits) => {
    expect(fitsInGap({ start: 45, length: 30 }, { slot_interval_minutes, buffer_minutes }, minutes)).toBe(fits);
  });
});
