import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { asValue, jsonText } from '#server/api/json-text.ts';
import { full } from '#server/testing/repetitions.ts';
import { procedures } from './call.ts';
import { serializerOf } from './serialize.ts';

/** What the generated function must equal. */
function reference(schema: z.ZodType, value: unknown): string | undefined {
  return JSON.stringify(schema.parse(value));
}

function outcome(write: () => string | undefined): string | undefined | Error {
  try {
    return write();
  } catch {
    return new Error('refused');
  }
}

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '"',
    '\\',
    '\u0000',
    '\u001f',
    '\u007f',
    '\u2028',
    '\ud800',
    '\udc00x',
    '👩🏾‍🦱',
    '</script>',
    'ë'.repeat(50),
  ),
  fc.uuid(),
);
const numbers = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(-0, 0.1, 1e21, 5e-324, 2 ** 53, Number.MAX_SAFE_INTEGER, Number.NaN, Number.POSITIVE_INFINITY),
);
const anything = fc.oneof(
  texts,
  numbers,
  fc.constantFrom(null, undefined, true, false, {}, [], [undefined], new Date(0), 1n, 'pending'),
  fc.anything(),
);

/**
 * Values that mostly fit a schema: keys in any order, undeclared ones among them, and now and then, unless `always`, a
 * value that does not fit.
 */
function mostlyFitting(schema: z.core.$ZodType, always: boolean): fc.Arbitrary<unknown> {
  return always
    ? fitting(schema, always)
    : fc.oneof({ weight: 40, arbitrary: fitting(schema, always) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: z.core.$ZodType, always: boolean): fc.Arbitrary<unknown> {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def'];
  switch (def.type) {
    case 'string':
      if ('format' in def) return fc.constantFrom('zoe@example.com', 'zoe');
      if (!def.checks?.length) return texts;
      return def.checks.some((check) => check._zod.def.check === 'max_length')
        ? fc.constantFrom('abc', 'abcd')
        : fc.uuid();
    case 'number':
      return 'format' in def ? fc.maxSafeInteger() : fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'nullable':
      return fc.oneof(fc.constant(null), mostlyFitting(def.innerType, always));
    case 'optional':
      return fc.oneof(fc.constant(undefined), mostlyFitting(def.innerType, always));
    case 'array':
      return fc.array(mostlyFitting(def.element, always), { maxLength: 4 });
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 8 }), mostlyFitting(def.valueType, always), { maxKeys: 3 });
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) =>
        fc.tuple(fc.constant(name), mostlyFitting(field, always)),
      );
      const more = fc.array(fc.tuple(fc.string(), anything), { maxLength: 2 });
      return fc.tuple(fc.tuple(...fields), more, fc.infiniteStream(fc.nat())).map(([own, others, order]) =>
        Object.fromEntries(
          [...own, ...others]
            .map((one) => ({ one, at: order.next().value }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one),
        ),
      );
    }
    default:
      return anything;
  }
}

const outputs = [...procedures].flatMap(([name, { _def }]): [string, z.ZodType][] => {
  const { output } = _def as unknown as { output: z.ZodType };
  return [[name, (output.meta()?.documentedAs as z.ZodType | undefined) ?? output]];
});
const others: [string, z.ZodType][] = [
  [
    'optional fields first',
    z.object({ a: z.string().optional(), b: z.int().nullish(), c: z.boolean(), d: z.string().optional() }),
  ],
  ['only optional fields', z.object({ a: z.string().optional(), b: z.string().optional() })],
  [
    'a field with a default',
    z.object({
      a: z.string().default('x'),
      b: z.string().optional().default('y'),
      c: z.string().nullable().optional(),
    }),
  ],
  ['a transformed field', z.object({ a: z.string().transform((one) => one.length), b: z.string() })],
  ['a union', z.object({ a: z.union([z.string(), z.int()]), b: z.array(z.union([z.string(), z.undefined()])) })],
  ['a refined object', z.object({ a: z.int(), b: z.int() }).refine(({ a, b }) => a !== b)],
  ['strict and loose objects', z.object({ a: z.strictObject({ x: z.int() }), b: z.looseObject({ x: z.int() }) })],
  ['names that need quotes', z.object({ 'a"b': z.string(), 'ü\u2028': z.int().optional(), constructor: z.string() })],
  [
    'bounded texts and numbers',
    z.object({ a: z.string().max(3), b: z.int().min(1), c: z.email(), d: z.coerce.number() }),
  ],
  ['exactly optional fields', z.object({ a: z.exactOptional(z.string()), b: z.int() })],
  [
    'optional parts that zod parses',
    z.object({ a: z.string().max(3).optional(), b: z.union([z.string(), z.undefined()]), c: z.int() }),
  ],
  ['literals', z.object({ a: z.literal(['x', 1, true, null]), b: z.literal('"') })],
  ['lists of lists', z.array(z.array(z.int().nullable()))],
];

describe('an answer is written as zod and JSON.stringify write it', () => {
  test.each([...outputs, ...others])('%s', (_name, schema) => {
    const serialize = schema._zod.def.type === 'void' ? undefined : serializerOf(schema);
    if (!serialize) return expect(serializerOf(schema)(undefined)).toBeUndefined();
    const compared = { both: 0 };
    fc.assert(
      // Of an answer with many fields hardly one fits whole by chance.
      fc.property(fc.oneof(mostlyFitting(schema, true), mostlyFitting(schema, false)), (value) => {
        const expected = outcome(() => reference(schema, value));
        if (typeof expected === 'string') compared.both++;
        expect(outcome(() => serialize(value))).toEqual(expected);
      }),
      { numRuns: full ? 3_000 : 300 },
    );
    expect(compared.both).toBeGreaterThan(20);
  });

  // Only lists of records and whole rows, which admins see and an export holds.
  const parsedInPart = ['admin.overview', 'admin.audit', 'users.export'];
  test('no other answer has parts that zod parses, which takes several times as long', () => {
    const parsed = outputs.filter(
      ([, schema]) => schema._zod.def.type !== 'void' && `${serializerOf(schema)}`.includes('.parse('),
    );
    expect(parsed.map(([name]) => name).toSorted()).toEqual(parsedInPart.toSorted());
  });

  test('an answer that does not fit is refused by its path, without its value', () => {
    const serialize = serializerOf(z.object({ people: z.array(z.object({ name: z.string() })) }));
    expect(() => serialize({ people: [{ name: 'Zoë' }, { name: 12_345 }] })).toThrow(
      /^an answer has no valid answer\.people\[\]\.name$/,
    );
    expect(() => serializerOf(z.void())('secret')).toThrow(/^an answer has no valid/);
  });

  test('text is passed on where the schema says so, and nowhere else', () => {
    expect(serializerOf(jsonText(z.object({ a: z.int() })))(asValue('{"a":1}'))).toBe('{"a":1}');
    expect(() => serializerOf(jsonText(z.object({ a: z.int() })))({ a: 1 })).toThrow();
    expect(() => serializerOf(z.object({ a: z.int() }))(asValue('{"a":1}'))).toThrow();
  });
});
