import { expect, test } from 'vitest';
import { reliabilityText } from './reliability-text.ts';

test('reliability is said in words, and never as more than it is', () => {
  expect(reliabilityText({ visits: 40, on_time: 90, kept: 100, answers_within: 60 })).toEqual([
    'Begins on time 9 times in 10.',
    'Keeps every booking.',
    'Answers within an hour.',
  ]);
  expect(reliabilityText({ visits: 40, on_time: 99, kept: 98, answers_within: null })).toEqual([
    'Begins on time 9 times in 10.',
    'Keeps 98 of 100 bookings.',
  ]);
  expect(reliabilityText({ visits: 5, on_time: null, kept: 100, answers_within: 15 })).toEqual([
    'Keeps every booking.',
    'Answers within 15 minutes.',
  ]);
  expect(reliabilityText(null)).toEqual([]);
});
