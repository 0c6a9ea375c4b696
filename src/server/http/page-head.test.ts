import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptJson } from '#shared/rendering.ts';
import { canonicalPath, descriptionOf, headOf } from './page-head.ts';

test('a description has 50 to 160 units, whatever people write', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const said = descriptionOf(text);
      expect(said.length).toBeGreaterThanOrEqual(50);
      expect(said.length).toBeLessThanOrEqual(160);
      expect(said.isWellFormed()).toBe(text.isWellFormed());
    }),
  );
});

test('no text ends a script element', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('</script>', '<!--', '-->', '\u2028', '&', 'x', '"')), (parts) => {
      const json = scriptJson(parts);
      expect(json).not.toMatch(/[<>&\u2028]/);
      expect(JSON.parse(json)).toEqual(parts);
    }),
  );
});

const canonical = (name: 'browseProfessionals' | 'find', query: string) =>
  canonicalPath({
    name,
    params: { specialization: 'Braiders', city: 'melbourne' },
    query: new URLSearchParams(query),
    title: '',
    services: [],
    reviews: [],
    picture: '',
  });

test.each([
  ['', ''],
  ['skip=20&search=x&pages=3', '?skip=20'],
  ['specialization_names=Barber&skip=40&location=Perth', '?location=Perth&skip=40&specialization_names=Barber'],
  ['skip=0', ''],
  ['skip=-20', ''],
  ['skip=x', ''],
  ['specialization_names=Loctician&specialization_names=Barber', '?specialization_names=Barber%2CLoctician'],
  ['specialization_names=Loctician,Florist,Barber', '?specialization_names=Barber%2CLoctician'],
  ['location=Carlton&category=Color', '?category=Color&location=Carlton'],
  ['category=Braids', '?category=Braids'],
  ['category=Plumbing', ''],
])('the canonical address of a browse page with %j has what is known alone, sorted', (query, expected) => {
  expect(canonical('browseProfessionals', query)).toBe(`/browse-professionals${expected}`);
});

test('a later page of who works in a city is its own', () => {
  expect(canonical('find', 'skip=20')).toBe('/find/braiders/melbourne?skip=20');
  expect(canonical('find', 'skip=0&search=x')).toBe('/find/braiders/melbourne');
});

test('what people write stands escaped in the head', () => {
  const head = headOf(
    {
      name: 'home',
      params: {},
      query: new URLSearchParams(),
      title: '"><script>',
      services: [],
      reviews: [],
      picture: 'v',
    },
    { publicUrl: 'https://saluni.example' },
  );
  expect(head).not.toContain('"><script>');
});
