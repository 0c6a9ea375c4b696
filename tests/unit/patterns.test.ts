import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { readCard, splitCards } from '#server/features/contacts/vcards.ts';
import { maskAddresses } from '#server/logging/log.ts';
import { wordsOf } from '#server/search/text.ts';
import { csvRecords, csvText } from '#shared/csv.ts';
import { columnsOf, readRow, recognisedMapping } from '#shared/rules/contact-file.ts';
import { emailAddress, isEmailAddress } from '#shared/rules/email-address.ts';
import { nameOf } from '#shared/rules/person.ts';

/**
 * A pattern that goes over its text again from each letter, or back over it, lets one request stop a process. So every
 * regular expression is held to a bound on long texts of the letters and words that stand in it.
 */

/** Length of the texts, and the longest time for one, milliseconds: what goes back takes seconds. */
const size = 100_000;
const longest = 50;

/** What reads only what the operator, a migration or a build wrote, not people. */
const ofOurOwn = [
  /^src\/server\/(config\.ts|cli\/|embedded\/|db\/(migrate|split-statements)\.ts|http\/(web|service-worker)\.ts)/,
  /\/(testing|seed)\/|\.test\.tsx?$/,
];
/** The digits of a price, and the browser's word for a script that it could not load. */
const ofOurWords = ['\\B(?=(\\d{3})+$)', '\\S+\\.js'];

type Pattern = { place: string; pattern: RegExp };

/** The regular expressions that a file has. */
function patternsOf(file: string): Pattern[] {
  const text = readFileSync(file, 'utf8');
  const found: Pattern[] = [];
  new Visitor({
    Literal(node) {
      if (!('regex' in node) || ofOurWords.includes(node.regex.pattern)) return;
      const { pattern, flags } = node.regex;
      const line = text.slice(0, node.start).split('\n').length;
      found.push({ place: `${file}:${line}`, pattern: new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`) });
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** The letters and words that a pattern names, with some letters of each kind that it may mean. */
function partsOf({ source }: RegExp): { letters: string[]; words: string[] } {
  const plain = source
    .replace(/\\[ux]\{?([0-9a-f]{2,5})\}?/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/\\[pP]\{\w+\}|\\[dDwWsSbB]/g, '')
    .replace(/\\([rnt])/g, (_, one) => ({ r: '\r', n: '\n', t: '\t' })[one as 'r'])
    .replace(/\\(.)/g, '$1');
  const letters = new Set([...'a1 \n-._é', ...plain]);
  return { letters: [...letters].slice(0, 24), words: plain.match(/[^\s()[\]|?*+^$.]{2,12}/g) ?? [] };
}

/** What takes a pattern long: a letter, a word or two letters again and again, before something that ends it. */
function* textsFor(pattern: RegExp, length: number): Generator<string> {
  const { letters, words } = partsOf(pattern);
  const few = letters.slice(0, 12);
  for (const part of [...letters, ...words]) {
    const long = part.repeat(length / part.length);
    for (const end of ['', '\u0001', ...few]) yield `a${long}${end}`;
    yield `${words.join('')}${long}\u0001`;
  }
  for (const one of few) for (const other of few) yield `${`${one}${other}`.repeat(length / 2)}\u0001`;
}

/** Milliseconds of a processor, the least of some tries. */
function took(work: () => unknown, bound: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && least > bound; tries++) {
    const begin = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(begin);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

const files = globSync('src/{shared,server,client}/**/*.{ts,tsx}').filter(
  (file) => !ofOurOwn.some((own) => own.test(file)),
);

test('every regular expression that meets text of people takes as long for each letter of a long text', () => {
  const patterns = files.flatMap(patternsOf);
  expect(patterns.length).toBeGreaterThan(200);
  const slow: string[] = [];
  for (const { place, pattern } of patterns) {
    // The worst of shorter texts, in which going back shows already.
    const part = size / 32;
    let worst = { time: 0, text: '' };
    for (const text of textsFor(pattern, part)) {
      const time = took(() => text.replace(pattern, ''), longest / 32);
      if (time > worst.time) worst = { time, text };
      if (time > longest / 4) break;
    }
    const middle = worst.text.slice(1, -1);
    const long = worst.text.replace(middle, () => middle.repeat(size / part));
    if (worst.time > longest / 4 || took(() => long.replace(pattern, ''), longest) > longest)
      slow.push(`${place} ${pattern} with ${JSON.stringify(worst.text.slice(0, 20))}…`);
  }
  expect(slow).toEqual([]);
});

/** All of the length, the last ones by the worst letters of what stands beside them. */
const long = (unit: string) => unit.repeat(size / unit.length);
const fields = ['name', 'phone', 'email', 'notes'];

test.each<[string, (text: string) => unknown, string[]]>([
  ['nameOf', nameOf, [`a${long('\u200d')}b`, long('a\u200d'), long(' '), long('\u200d ')]],
  ['emailAddress', emailAddress, [`a@${long('é')} x`, long('@'), `a@é${long('\u0301\u0327')}`, `a@${long('é.')}é`]],
  ['isEmailAddress', isEmailAddress, [`a@${long('a.')}`, long('a.'), `${long('a')}@`, `a@${long('a')}.`]],
  ['maskAddresses', maskAddresses, [long('a'), long('@'), long('a@'), `${long('a')}@`]],
  ['words of a search', wordsOf, [long('_'), long('_%'), long('1%'), long('a_')]],
  [
    'splitCards',
    (text) => [...splitCards(text)],
    [long('\n'), long(' \n'), long('BEGIN:VCARD\n'), long(' BEGIN:'), long('\r\n\t')],
  ],
  [
    'readCard',
    readCard,
    [
      `N;QUOTED-PRINTABLE:${long('=\n')}`,
      `NOTE;ENCODING=QUOTED-PRINTABLE:${long('a=\r\n')}`,
      `NOTE:${long('\n ')}`,
      `TEL${long(';"')}:1`,
      `TEL${long(';')}QUOTED-PRINTABL`,
      `NOTE:${long('\\')}`,
      `N:${long(';')}`,
      long('a.TEL:1\na.X-ABLABEL:b\n'),
      long('VERSION:2.\n'),
    ],
  ],
  [
    'readRow',
    (text) =>
      readRow(
        [text, text, text, text],
        columnsOf(fields, { name: 'name', phone: 'phone_number', email: 'email', notes: 'notes' }),
        { header: [text], lenient: true, rest_in_notes: true },
      ),
    [long(' '), long("'"), long("' "), `1${long('\u0301\u0327')}`, long('/'), long(' ::: '), long('0'), long('a@')],
  ],
  ['recognisedMapping', (text) => recognisedMapping([text]), [`e${long('\u0301\u0327')}`, long('- '), long('mobile ')]],
  ['csvText', (text) => csvText([[text]]), [long(' '), long("' "), long('"'), long('\u3000\n')]],
  ['csvRecords', (text) => csvRecords(text, ','), [long('"'), long('"",'), long('"a"",'), long('"""x,'), long('\r')]],
])('%s takes as long for each letter of a long text', (_name, read, texts) => {
  for (const text of texts)
    expect([text.slice(0, 30), took(() => read(text), longest)]).toEqual([
      expect.anything(),
      expect.toSatisfy((time) => time < longest),
    ]);
});
