import { afterEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { procedures } from '#server/http/call.ts';
import { definitionOf } from '#server/http/definition.ts';
import { lengths } from '#shared/constants.ts';
import { personMessages } from '#shared/rules/person.ts';
import { email, named, personName, text, trimmed } from '#shared/wire.ts';

const size = 60_000;
/** What rewrites a text. */
const rewriting = ['trim', 'trimStart', 'trimEnd', 'replace', 'replaceAll', 'normalize', 'toLowerCase', 'toUpperCase'];

afterEach(() => {
  vi.restoreAllMocks();
});

type Definition = Record<'in' | 'out' | 'innerType' | 'element' | 'valueType', z.ZodType | undefined> & {
  shape?: z.ZodRawShape;
  options?: z.ZodType[];
};

/** Every field of a schema, at any depth, under its path. */
function* fieldsOf(schema: z.ZodType, path: string): Generator<[string, z.ZodType]> {
  const { shape = {}, options = [], ...def } = schema._zod.def as unknown as Definition;
  for (const [name, field] of Object.entries(shape) as [string, z.ZodType][]) {
    yield [`${path}.${name}`, field];
    yield* fieldsOf(field, `${path}.${name}`);
  }
  for (const part of [def.in, def.out, def.innerType, def.element, def.valueType, ...options])
    if (part) yield* fieldsOf(part, path);
}

const fields = [...procedures].flatMap(([name, procedure]) =>
  definitionOf(procedure).inputs.flatMap((input) => [...fieldsOf(input, name)]),
);

test('no text of any call is rewritten before its length was looked at', () => {
  const long = new Set(['\u200d', '\u0301\u0327', ' ', 'A@é'].map((unit) => `a${unit.repeat(size / unit.length)}b`));
  const rewritten = new Set<string>();
  let place = '';
  for (const name of rewriting as 'trim'[]) {
    const own = String.prototype[name];
    vi.spyOn(String.prototype, name).mockImplementation(function (this: string, ...given: []) {
      if (long.has(String(this))) rewritten.add(`${place}: ${name}`);
      return own.apply(this, given);
    });
  }
  expect(fields.length).toBeGreaterThan(300);
  for (const [path, field] of fields) {
    place = path;
    for (const given of long) {
      field.safeParse(given);
      // A value of a form or query may be one of several.
      field.safeParse([given]);
    }
  }
  expect([...rewritten]).toEqual([]);
});

const max = lengths.name.max;
const blanks = ' '.repeat(500);
const messagesOf = (schema: z.ZodType, value: string) => {
  const { success, error } = schema.safeParse(value);
  return success ? 'taken' : error.issues.map(({ message }) => message);
};

test.each([
  ['a name', personName('missing', 'letters'), `Must be ${max} characters or fewer`],
  ['a text without surrounding blanks', trimmed(max), `Must be ${max} characters or fewer`],
  ['one that must be there', named({ min: 2, max }, 'missing'), `Must be ${max} characters or fewer`],
])('what is taken off or out does not count, and one message says what is too long: %s', (_name, schema, tooLong) => {
  expect(messagesOf(schema, `${blanks}${'a'.repeat(max)}${blanks}`)).toBe('taken');
  for (const length of [max + 1, 2 * max, 10 * max, 100 * max, 1_000 * max])
    expect([length, messagesOf(schema, 'a'.repeat(length))]).toEqual([length, [tooLong]]);
});

test('other texts are refused with their own message, however long', () => {
  expect(messagesOf(text(4), 'a'.repeat(size))).toEqual(['Must be 4 characters or fewer']);
  expect(messagesOf(email, `${blanks}a@a.example${blanks}`)).toBe('taken');
  expect(messagesOf(email, `a@${'é\u0301\u0327'.repeat(size / 3)}.example`)).toEqual(['Invalid email address']);
  expect(messagesOf(personName(personMessages.firstName, 'letters'), `a${'\u200d'.repeat(200)}b`)).toEqual([
    `Must be ${max} characters or fewer`,
  ]);
});
