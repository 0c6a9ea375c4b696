import { describe, expect, test } from 'vitest';
import type { TimedLine } from './lines.ts';
import { fitsInGap, processingFault } from './visit.ts';

const service = (minutes: number, start: number | null = null, length: number | null = null): TimedLine => ({
  service_duration_minutes: minutes,
  processing_start_minutes: start,
  processing_minutes: length,
});
const colour = service(105, 45, 30);

describe('processing time', () => {
  test.each<[TimedLine, boolean]>([
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
