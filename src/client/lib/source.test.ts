import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY } from '#shared/constants.ts';
import { keepSource, keptSource } from './source.ts';

let stored: string | null = null;
beforeAll(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_: string, value: string) => {
      stored = value;
    },
  });
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a link counts for its professional for 30 days, and the last one wins', () => {
  keepSource('amara', '?from=instagram');
  keepSource('dele', '?search=fade&from=qr');
  vi.advanceTimersByTime(DAY);
  keepSource('amara', '?from=my-site');
  for (const query of ['', '?from=', '?from=QR', '?from=a_b', `?from=${'x'.repeat(21)}`]) keepSource('amara', query);
  expect([keptSource('amara'), keptSource('dele'), keptSource('zoe')]).toEqual(['my-site', 'qr', null]);
  vi.advanceTimersByTime(29 * DAY - 1);
  expect([keptSource('amara'), keptSource('dele')]).toEqual(['my-site', 'qr']);
  vi.advanceTimersByTime(1);
  expect([keptSource('amara'), keptSource('dele')]).toEqual(['my-site', null]);
  vi.advanceTimersByTime(DAY);
  expect(keptSource('amara')).toBe(null);
  for (const other of ['', '[]', '{"amara":1}', '{"amara":{"source":"A","at":0}}']) {
    stored = other;
    expect(keptSource('amara')).toBe(null);
  }
});
