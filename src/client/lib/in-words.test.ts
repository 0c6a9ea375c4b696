import { expect, test } from 'vitest';
import { fromLocalInput } from '#shared/time.ts';
import { inWords } from './in-words.ts';

const zone = 'Australia/Melbourne';
const at = (local: string) => fromLocalInput(local, zone) ?? Number.NaN;

test.each([
  ['2026-11-24T10:22', '2026-11-24T11:02', 'in 40 minutes'],
  ['2026-11-24T10:30', '2026-11-24T13:00', 'in 2 h 30 min'],
  ['2026-11-24T18:00', '2026-11-25T09:00', 'in 15 h'],
  // Less than two times 24 hours away, but not tomorrow.
  ['2026-11-24T10:22', '2026-11-26T09:00', 'in 2 days'],
  ['2026-11-24T10:22', '2026-11-25T18:00', 'in 1 day'],
  // A day of 25 hours.
  ['2027-04-04T00:00', '2027-04-04T23:30', 'in 24 h 30 min'],
])('at %s, %s is %s', (now, start, text) => expect(inWords(at(start), at(now), zone)).toBe(text));
