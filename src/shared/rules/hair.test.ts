import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bandOf,
  bands,
  bandsOf,
  hairWorkOf,
  matchOf,
  matchOfService,
  patterns,
  techniques,
  textureOf,
  textures,
} from './hair.ts';

test('a texture is the group of the tightest pattern told, whatever the zone', () => {
  const none = { front: null, crown: null, sides: null, nape: null };
  expect(textureOf(null)).toBeNull();
  expect(textureOf(none)).toBeNull();
  expect(textureOf({ ...none, front: '4A', nape: '3C' })).toBe('4a');
  expect(textureOf({ ...none, front: '1C', nape: '4B' })).toBe('4bc');
  expect(patterns.map((crown) => textureOf({ ...none, crown })).join(' ')).toBe('1 1 1 2 2 2 3 3 3 4a 4bc 4bc');
});

const pair = { technique: fc.constantFrom(...techniques.slice(0, 3)), texture: fc.constantFrom(...textures) };
const row = fc.record({
  techniques: fc.uniqueArray(
    fc.record({ technique: pair.technique, textures: fc.uniqueArray(pair.texture, { minLength: 1 }) }),
    { selector: ({ technique }) => technique },
  ),
  told_visits: fc.uniqueArray(fc.record({ ...pair, at_least: fc.constantFrom(3, 10, 25) }), {
    selector: ({ technique, texture }) => technique + texture,
  }),
  tagged_pictures: fc.uniqueArray(fc.record({ ...pair, pictures: fc.integer({ min: 1, max: 3 }) }), {
    selector: ({ technique, texture }) => technique + texture,
  }),
});
const asked = fc.record({
  technique: fc.option(pair.technique, { nil: undefined }),
  textures: fc.option(fc.uniqueArray(pair.texture, { minLength: 1, maxLength: 2 }), { nil: undefined }),
});

test('the bands of the search are those of the reasons that a row says', () => {
  fc.assert(
    fc.property(row, asked, (made, wanted) => {
      const work = hairWorkOf(made);
      const match = matchOf(work, wanted);
      expect(bandOf(bandsOf(work), wanted)).toBe(match ? bands[match.band] : 0);
      expect(match?.reasons.length ?? 0).toBeLessThanOrEqual(3);
      const kinds = match?.reasons.map(({ kind }) => kind) ?? [];
      expect(kinds).toEqual(
        kinds.toSorted(
          (a, b) => (a === 'visits' ? 0 : a === 'pictures' ? 1 : 2) - (b === 'visits' ? 0 : b === 'pictures' ? 1 : 2),
        ),
      );
      for (const reason of match?.reasons ?? [])
        expect([wanted.technique ?? reason.technique, wanted.textures?.includes(reason.texture) ?? true]).toEqual([
          reason.technique,
          true,
        ]);
    }),
  );
});

test('a service fits by its own technique, with a texture where its professional does such hair in it', () => {
  const work = hairWorkOf({
    techniques: [{ technique: 'wig', textures: ['3'] }],
    told_visits: [{ technique: 'twists', texture: '4bc', at_least: 10 }],
    tagged_pictures: [{ technique: 'twists', texture: '4bc', pictures: 2 }],
  });
  expect(work.evidence).toEqual([{ technique: 'twists', texture: '4bc', at_least: 10, pictures: 2 }]);
  expect(matchOfService(work, null, { textures: ['3'] })).toBeUndefined();
  expect(matchOfService(work, 'wig', { technique: 'twists' })).toBeUndefined();
  expect(matchOfService(work, 'wig', { textures: ['4bc'] })).toBeUndefined();
  expect(matchOfService(work, 'fade', { technique: 'fade' })).toEqual({ band: 'possible', reasons: [] });
  expect(matchOfService(work, 'twists', { textures: ['4bc'] })?.reasons.map(({ kind }) => kind)).toEqual([
    'visits',
    'pictures',
  ]);
});
