import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sabotages } from './sabotages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test.each(sabotages)('the text that is changed for “$name” is in the code exactly once', ({ changes, file }) => {
  expect(existsSync(join(root, file)), file).toBe(true);
  // Several changes of one file follow each other.
  const texts = new Map<string, string>();
  for (const { file: changed, find, replace } of changes) {
    const text = texts.get(changed) ?? readFileSync(join(root, changed), 'utf8');
    expect(text.split(find).length - 1, `${changed}: ${find}`).toBe(1);
    expect(replace).not.toBe(find);
    texts.set(
      changed,
      text.replace(find, () => replace),
    );
  }
});
