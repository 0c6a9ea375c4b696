import { describe, expect, test } from 'vitest';
import { waitlistChecks } from './rules/waitlist-entry.ts';
import { signupInput } from './waitlist.ts';
import { text, trimmed } from './wire.ts';

const valid = { name: 'Zoë Adjei', email: 'zoe@waitlist.example', role: 'Client' };

describe('the messages of the waitlist form', () => {
  test.each([
    [
      'name',
      [
        '',
        ' ',
        'a',
        ' a ',
        'Jo',
        '💈',
        'a'.repeat(100),
        ` ${'a'.repeat(100)} `,
        'a'.repeat(101),
        '💈'.repeat(50),
        '💈'.repeat(51),
        '. .',
        '\u202aJo\u202c',
        "-'",
      ],
    ],
    [
      'email',
      [
        '',
        'a',
        'a@b',
        'A@B.example',
        ' a@b.example ',
        'a b@c.example',
        'a@b..example',
        '"a"@b.example',
        `a@${'b'.repeat(64)}.example`,
      ],
    ],
    ['link', ['', ' ', 'https://a.example/work', ' https://a.example ', 'http://a.example', 'https://a', '@braids']],
    ['role', ['', 'Client', 'client', 'Barber', 'Hairdresser', 'Admin']],
  ] as const)('%s', (field, values) => {
    for (const value of values) {
      const message = signupInput.safeParse({ ...valid, [field]: value }).error?.issues[0]?.message;
      expect([value, waitlistChecks[field](value)]).toEqual([value, message]);
    }
  });
});

test('the length of a text is counted in UTF-16 units', () => {
  for (const schema of [text(10), trimmed(10)]) {
    expect(schema.safeParse('💈'.repeat(5)).success).toBe(true);
    const refused = schema.safeParse('💈'.repeat(6));
    expect(refused.error?.issues.map(({ message }) => message)).toEqual(['Must be 10 characters or fewer']);
    expect(schema.safeParse('a'.repeat(11)).error?.issues).toHaveLength(1);
  }
});
