import { expect, test } from 'vitest';
import { DAY } from '../constants.ts';
import { type ThreadFacts, threadState } from './thread-state.ts';

const now = Date.parse('2026-11-26T10:00:00Z');
const days = (count: number) => now - count * DAY;
const none: ThreadFacts = {
  now,
  is_blocked: false,
  client_is_away: false,
  professional_is_away: false,
  latest_end: null,
  latest_cancelled: null,
  requested_at: null,
  answered_at: null,
  last_sent_at: null,
};
const stateOf = (facts: Partial<ThreadFacts>) => threadState({ ...none, ...facts });

test('a booking opens a thread from when it is made until 30 days after it ends or is cancelled', () => {
  expect(stateOf({})).toBe('closed');
  expect(stateOf({ latest_end: days(-90) })).toBe('open');
  expect(stateOf({ latest_end: days(30) + 1 })).toBe('open');
  expect(stateOf({ latest_end: days(30) })).toBe('closed');
  expect(stateOf({ latest_cancelled: days(29) })).toBe('open');
  expect(stateOf({ latest_cancelled: days(30) })).toBe('closed');
  expect(stateOf({ latest_end: days(31), latest_cancelled: days(1) })).toBe('open');
});

test('a request waits for 30 days; an answered one is open until 30 days after its last message', () => {
  const asked = { requested_at: days(29), last_sent_at: days(29) };
  expect(stateOf(asked)).toBe('request');
  expect(stateOf({ ...asked, requested_at: days(30) })).toBe('closed');
  expect(stateOf({ ...asked, requested_at: days(50), answered_at: days(40), last_sent_at: days(29) })).toBe('open');
  expect(stateOf({ ...asked, requested_at: days(50), answered_at: days(40), last_sent_at: days(30) })).toBe('closed');
  expect(stateOf({ ...asked, latest_end: days(-1) })).toBe('open');
});

test('a block comes before everything else, and a side that is away before bookings and requests', () => {
  const open = { latest_end: days(-1), requested_at: days(1), last_sent_at: days(1) };
  expect(stateOf({ ...open, client_is_away: true })).toBe('closed');
  expect(stateOf({ ...open, professional_is_away: true })).toBe('closed');
  expect(stateOf({ ...open, is_blocked: true })).toBe('blocked');
  expect(stateOf({ ...open, is_blocked: true, client_is_away: true })).toBe('blocked');
});
