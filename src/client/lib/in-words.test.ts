import { expect, test } from 'vitest';
import { fromLocalInput } from '#shared/time.ts';
import { inWords, sinceInWords } from './in-words.ts';

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

test.each([
  ['2026-11-24T10:22', '2026-11-24T10:25', 'Just now'],
  ['2026-11-24T10:22', '2026-11-24T10:21', '1 minute ago'],
  ['2026-11-24T10:22', '2026-11-24T09:23', '59 minutes ago'],
  ['2026-11-24T10:22', '2026-11-24T09:22', 'Today, 9:22 AM'],
  ['2026-11-24T00:30', '2026-11-23T23:15', 'Yesterday, 11:15 PM'],
  ['2026-11-24T10:22', '2026-11-21T18:05', 'Sat 21 Nov, 6:05 PM'],
  ['2027-01-02T10:22', '2026-12-29T18:05', 'Tue 29 Dec 2026, 6:05 PM'],
])('at %s, %s was said %s', (now, said, text) => expect(sinceInWords(at(said), at(now), zone)).toBe(text));
