import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText, csvRecords, csvText, fileText } from './csv.ts';

const cellOf = (text: string) => csvRecords(csvText([[text]]).slice(1), ',')[0]?.[0] ?? '';

test.each(['=1', '+1', '-1', '@x', '\t1', '\r1', '\n1', '＝1', '＋1', '－1', '＠x'])(
  'the cell %j is no formula, whatever stands before it',
  (formula) => {
    const blanks = [
      '',
      ' ',
      '\u00a0',
      '\u3000',
      '\u2003',
      '\ufeff',
      '\u200b',
      '\v',
      '\f',
      '\ufe0f',
      '\u2800',
      "'",
      "''",
      "' '",
    ];
    for (const blank of blanks) {
      const cell = cellOf(blank + formula);
      expect([blank, cell]).toEqual([blank, `'${blank}${formula}`]);
      expect(cellText(cell)).toBe(blank + formula);
    }
  },
);

test.each([
  ["'Ofa", "'Ofa"],
  ["'=1+1", '=1+1'],
  ["''=1+1", "'=1+1"],
  ['="0412345678"', '0412345678'],
  [' ="say ""no""" ', 'say "no"'],
  ['\'="0412"', '="0412"'],
  ['=SUM(A1)', '=SUM(A1)'],
  ['a="b"', 'a="b"'],
])('the cell %j says %j', (cell, text) => {
  expect(cellText(cell)).toBe(text);
});

test('a file of ours says what was written into it', () => {
  const unit = fc.constantFrom("'", '=', '-', ' ', '"', 'a', ',', '\n', '\r', '\t', '\u00a0', '\ufeff', '＝', '\u200b');
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 8 }), { minLength: 1 }), (texts) => {
      const [record = []] = csvRecords(csvText([texts]).slice(1), ',');
      expect(record.map(cellText)).toEqual(texts);
    }),
    { numRuns: 2_000 },
  );
});

const text = 'Zoë – Ren\u00e9e';
const utf8 = Buffer.from(text);
test.each([
  ['UTF-8', utf8, text],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), text],
  ['UTF-8 with a mark and a bad byte', Buffer.concat([Buffer.from('\ufeffa'), Buffer.from([0xeb])]), 'a\ufffd'],
  ['UTF-8 with a bad byte', Buffer.concat([utf8, Buffer.from([0xeb])]), `${text}\ufffd`],
  ['Windows-1252', Buffer.from('Zo\xeb \x96 Ren\xe9e', 'latin1'), text],
  ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), text],
])('a file in %s', (_name, bytes, expected) => {
  expect(fileText(bytes)).toBe(expected);
});
