import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('each file that docs/reliability.md says to hold a promise is there', () => {
  const named = readFileSync('docs/reliability.md', 'utf8').match(/(?<=`)[^`\s]+\/[^`\s]+\.test\.tsx?(?=`)/g) ?? [];
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => globSync(path).length === 0)).toEqual([]);
});
