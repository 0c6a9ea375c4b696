import { expect, test } from 'vitest';
import { fromLocalInput } from '#shared/time.ts';
import { hoursLeft } from './hours-left.ts';

const zone = 'Australia/Melbourne';
const hours = [
  { start: 540, end: 720 },
  { start: 780, end: 1020 },
];
const at = (local: string) => new Date(fromLocalInput(local, zone) ?? Number.NaN).toISOString();

test.each([
  ['2026-12-24T00:00', '2026-12-28T00:00', []],
  ['2026-12-24T15:00', '2026-12-26T11:00', [{ start: 660, end: 720 }, hours[1]]],
  ['2026-12-26T12:30', '2026-12-26T14:00', [hours[0], { start: 840, end: 1020 }]],
  ['2026-12-26T10:00', '2026-12-26T10:30', [{ start: 540, end: 600 }, { start: 630, end: 720 }, hours[1]]],
  ['2026-12-27T00:00', '2026-12-28T00:00', hours],
  ['2026-12-25T00:00', '2026-12-26T00:00', hours],
])('of the hours of 26 December time off from %s to %s leaves what is outside of it', (start, end, left) => {
  expect(hoursLeft(hours, '2026-12-26', [{ start: at(start), end: at(end) }], zone)).toEqual(left);
});
