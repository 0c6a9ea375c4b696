import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { applyMutation } from './apply-mutation.ts';
import { mutations } from './mutations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test.each(mutations)('the text that is changed for “$name” is in the code exactly once', ({ changes, file }) => {
  expect(existsSync(join(root, file)), file).toBe(true);
  // Several changes of one file follow each other.
  const texts = new Map<string, string>();
  for (const change of changes) {
    const text = texts.get(change.file) ?? readFileSync(join(root, change.file), 'utf8');
    const mutated = applyMutation(text, change);
    expect(mutated, `${change.file}: ${change.find}`).not.toBeNull();
    expect(mutated).not.toBe(text);
    texts.set(change.file, mutated ?? text);
  }
});

describe('a change is found however its place is formatted', () => {
  const change = { file: '', find: '  add(first, [second, third]);\n', replace: '' };

  test.each([
    '  add(first, [second, third]);\n',
    'add(first, [\n  second,\n  third,\n]);',
    'add(\n  first,\n  [second, third],\n);',
  ])('%j', (text) => {
    expect(applyMutation(`before;\n${text}after;`, change)?.trim()).toMatch(/^before;\s+after;$/);
  });

  test('and a wrapped one where it stands on one line', () => {
    const wrapped = { file: '', find: 'add(\n  first,\n  second,\n)', replace: 'none' };
    expect(applyMutation('const sum = add(first, second);', wrapped)).toBe('const sum = none;');
  });

  test.each(['', 'readd(first, [second, third]);', 'add(firstborn, [second, third]);'])('not in %j', (text) => {
    expect(applyMutation(text, change)).toBeNull();
  });

  test('and not where it stands twice', () => {
    const text = 'add(first, [second, third]);';
    expect(applyMutation(text + text, change)).toBeNull();
  });
});
