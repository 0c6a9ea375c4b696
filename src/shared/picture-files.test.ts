import { expect, test } from 'vitest';
import { picturePath, previewOf, srcSetOf } from './picture-files.ts';

const key = '0198f0a2-1c2d-7e3f-8a4b-5c6d7e8f9a0b';

test.each([
  [`/images/${key}/480.webp`, `/images/${key}/480.webp`],
  [`http://localhost:3000/images/${key}/1600.webp`, `/images/${key}/1600.webp`],
  [`https://cdn.example/salon/images/${key}/60.webp`, `/images/${key}/60.webp`],
  [`https://cdn.example/images/${key}/60.avif`, undefined],
  [`https://user@cdn.example/images/${key}/60.webp`, undefined],
  [`https://cdn.example/?/images/${key}/60.webp`, undefined],
  [`//cdn.example/images/${key}/60.webp`, undefined],
  [`javascript:/images/${key}/60.webp`, undefined],
  [`/images/${key}/060.webp`, undefined],
  ['/images/a/60.webp', undefined],
  ['https://pictures.example/me.jpg', undefined],
])('the path of one of our own pictures in %s', (address, path) => {
  expect(picturePath(address)).toBe(path);
});

test('a picture’s copies are those narrower than its largest, and that one', () => {
  const base = `https://cdn.example/images/${key}`;
  expect(srcSetOf(`${base}/1200.webp`, 'avif')).toBe(
    `${base}/480.avif 480w, ${base}/960.avif 960w, ${base}/1200.avif 1200w`,
  );
  expect(srcSetOf(`${base}/300.webp`, 'webp')).toBe(`${base}/300.webp 300w`);
  expect(srcSetOf('https://pictures.example/me.jpg', 'webp')).toBeUndefined();
  expect([previewOf(`${base}/300.webp`), previewOf('https://pictures.example/me.jpg')]).toEqual([
    `${base}/preview.webp`,
    undefined,
  ]);
});
