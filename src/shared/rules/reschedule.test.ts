import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookingStatuses, HOUR, MINUTE } from '#shared/constants.ts';
import {
  answers,
  holdsAtOnce,
  mayAnswer,
  mayAskFrom,
  otherSide,
  pendingUnderRequest,
  requestUntil,
  sides,
  whyNotReschedule,
} from './reschedule.ts';

const now = Date.parse('2026-11-22T00:00:00Z');
const start = now + 48 * HOUR;
const confirmed = { status: 'confirmed', start, is_started: false, cancel_until: start, requested_by: null } as const;

test('the asking side withdraws, the other one accepts or declines', () => {
  for (const asked of sides) {
    expect(answers.filter((answer) => mayAnswer(asked, asked, answer))).toEqual(['withdrawn']);
    expect(answers.filter((answer) => mayAnswer(asked, otherSide(asked), answer))).toEqual(['accepted', 'declined']);
  }
});

test('a request expires after the time to answer, or at either start', () => {
  expect(requestUntil(now, { start, newStart: start + HOUR }, 24)).toBe(now + 24 * HOUR);
  expect(requestUntil(now, { start, newStart: now + HOUR }, 24)).toBe(now + HOUR);
  expect(requestUntil(now, { start: now + 2 * HOUR, newStart: start }, 24)).toBe(now + 2 * HOUR);
});

test('a pending booking waits for the answer to its professional’s request, at most until its start', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), (own, request, at) => {
      const until = pendingUnderRequest(Math.min(own, at), request, at);
      expect(until).toBeLessThanOrEqual(at);
      expect(until).toBeGreaterThanOrEqual(Math.min(own, at));
      if (request <= at) expect(until).toBeGreaterThanOrEqual(request);
    }),
  );
});

test.each(bookingStatuses)('a %s booking', (status) => {
  const why = whyNotReschedule({ ...confirmed, status }, { side: 'client', newStart: start + HOUR, now });
  expect(why).toBe(status === 'pending' || status === 'confirmed' ? undefined : 'over');
});

test.each([
  ['it has begun', { start: now }, 'begun'],
  ['its professional has started', { is_started: true }, 'begun'],
  ['the start is the same', { start: start + HOUR }, 'same time'],
  ['the other side asks', { requested_by: 'professional' }, 'answer first'],
  ['the own side asks', { requested_by: 'client' }, undefined],
  ['the cut-off has passed', { cancel_until: now }, 'too late'],
  ['the cut-off of a pending one', { status: 'pending', cancel_until: now }, undefined],
] as const)('why a client cannot ask: %s', (_, change, why) => {
  const subject = { ...confirmed, ...change };
  expect(whyNotReschedule(subject, { side: 'client', newStart: start + HOUR, now })).toBe(why);
});

test('no cut-off holds for a professional', () => {
  const late = { ...confirmed, cancel_until: now };
  expect(whyNotReschedule(late, { side: 'professional', newStart: start + HOUR, now })).toBeUndefined();
});

test('nobody has to answer a client’s pending booking, one that is confirmed at once, and a guest', () => {
  const pending = { status: 'pending', instant: false, isGuest: false } as const;
  const settled = { ...pending, status: 'confirmed' } as const;
  expect(holdsAtOnce('client', pending)).toBe(true);
  expect(holdsAtOnce('client', settled)).toBe(false);
  expect(holdsAtOnce('client', { ...settled, instant: true })).toBe(true);
  expect(holdsAtOnce('professional', { ...pending, instant: true })).toBe(false);
  expect(holdsAtOnce('professional', { ...settled, isGuest: true })).toBe(true);
});

test('a professional asks five times in an hour, and again when the fifth last is an hour old', () => {
  const asked = [1, 2, 3, 4, 5, 6].map((minutes) => now - minutes * MINUTE);
  expect(mayAskFrom(asked.slice(0, 4))).toBe(-Infinity);
  expect(mayAskFrom(asked)).toBe(now - 5 * MINUTE + HOUR);
});
