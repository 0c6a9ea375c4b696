import { expect, test } from 'vitest';
import { factsOfNotes } from './contact-notes.ts';

test('the newest formula and what warns are read out of notes, a line each', () => {
  const notes = '29 November 2026: Formula 7N, 20 vol\n\n1 May 2026: formula 6N\nLikes tea\nAllergic to latex\n';
  expect(factsOfNotes(notes)).toEqual({
    formula: '29 November 2026: Formula 7N, 20 vol',
    careful: ['Allergic to latex'],
  });
  expect(factsOfNotes('Uninformative. Reactivated her card.\n')).toEqual({ formula: undefined, careful: [] });
});
