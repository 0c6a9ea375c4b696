import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp({}, { store: true });
const file = (text: string) => [{ name: '1.webp', type: 'image/webp', bytes: Buffer.from(text) }];

test('files of one key in two folders are two files, in memory and when one is removed', async () => {
  const { images } = t.deps;
  const key = '00000000-0000-4000-8000-0000000000aa';
  await images.put(key, file('picture'));
  await images.put(key, file('share'), 'share');
  const texts = async () =>
    Promise.all([images.get(key, '1.webp'), images.get(key, '1.webp', 'share')]).then((all) => all.map(String));
  expect(await texts()).toEqual(['picture', 'share']);
  expect(await texts()).toEqual(['picture', 'share']);
  await images.remove(key, 'share');
  expect(await texts()).toEqual(['picture', 'undefined']);
  await images.remove(key);
  expect(await texts()).toEqual(['undefined', 'undefined']);
});
