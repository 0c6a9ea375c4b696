import iconv from 'iconv-lite';

/** What is read of a vCard; several addresses and notes are parts of one. */
type Card = Record<'FN' | 'TEL' | 'EMAIL' | 'NOTE', string>;
/** `group` joins a number with its label. */
type Property = { group: string; name: string; parameters: string; value: string };

/** The cards of a file, one by one, as they stand there. */
export function* splitCards(text: string): Generator<string> {
  let begin: number | undefined;
  for (const { index, 0: line } of text.matchAll(/^[ \t]*BEGIN:VCARD[^\r\n]*\r?\n?/gim)) {
    if (begin !== undefined) yield text.slice(begin, index);
    begin = index + line.length;
  }
  if (begin !== undefined) yield text.slice(begin);
}

/** Of more properties and of longer ones the first are read: they are more than can be kept. */
const mostProperties = 1_000;
const longestProperty = 100_000;
const property = /^(?:([\w-]+)\.)?(FN|N|ORG|TEL|EMAIL|NOTE|X-ABLABEL)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/is;

/** Reads a card of any version; what is no card has nothing. */
export function readCard(card: string): Card {
  const all = propertiesOf(card);
  const of = (wanted: string) => all.filter(({ name }) => name === wanted);
  const texts = (name: string) => of(name).map((one) => partsOf(one).join(';'));
  const [[family = '', given = ''] = []] = of('N').map(partsOf);
  const [[organisation = ''] = []] = of('ORG').map(partsOf);
  return {
    FN: [texts('FN').join(' '), `${given} ${family}`, organisation].find((name) => name.trim() !== '') ?? '',
    TEL: numberOf(of('TEL'), of('X-ABLABEL')),
    EMAIL: texts('EMAIL').join('\n'),
    NOTE: texts('NOTE').join('\n\n'),
  };
}

/** Its lines, with those that go on in the next one joined: in quoted-printable after `=`, else before a blank. */
function propertiesOf(card: string): Property[] {
  const blank = /^VERSION:2\.1/im.test(card) ? 0 : 1;
  const found: Property[] = [];
  let [text, isQuoted, goesOn] = ['', false, false];
  const end = () => {
    const [, group = '', name = '', parameters = '', value = ''] = property.exec(text) ?? [];
    if (name === '' || found.length === mostProperties) return;
    found.push({ group, name: name.toUpperCase(), parameters: parameters.toLowerCase(), value });
  };
  for (const [whole] of card.matchAll(/[^\r\n]+/g)) {
    let line = whole.slice(0, longestProperty);
    const isFolded = !goesOn && text !== '' && /^[ \t]/.test(line);
    if (!goesOn && !isFolded) {
      end();
      [text, isQuoted] = ['', quotedPrintable.test(line)];
    }
    goesOn = isQuoted && line.endsWith('=');
    if (goesOn) line = line.slice(0, -1);
    if (text.length < longestProperty) text += isFolded ? line.slice(blank) : line;
  }
  end();
  return found;
}

const quotedPrintable = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE/i;

/** A value's parts between semicolons, decoded and without escapes. */
function partsOf({ parameters, value }: Property): string[] {
  const isQuoted = quotedPrintable.test(parameters);
  const text = isQuoted ? decoded(parameters, value) : value;
  const parts = [''];
  for (const [all, escaped] of text.matchAll(/\\([\\;,:n])|;|[^\\;]+|\\/gi)) {
    if (all === ';') parts.push('');
    // Quoted-printable writes a line break as such.
    else
      parts.push(
        (parts.pop() ?? '') + (escaped === undefined ? all : !/n/i.test(escaped) ? escaped : isQuoted ? all : '\n'),
      );
  }
  return parts;
}

function decoded(parameters: string, value: string): string {
  const bytes = value.replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const charset = /;charset="?([\w-]+)/.exec(parameters)?.[1] ?? 'utf-8';
  return iconv.decode(Buffer.from(bytes, 'latin1'), iconv.encodingExists(charset) ? charset : 'utf-8');
}

/** The preferred number, else a mobile one, else the first; never a fax. */
function numberOf(numbers: readonly Property[], labels: readonly Property[]): string {
  const labelOf = new Map(labels.map(({ group, value }) => [group, value.toLowerCase()]));
  const ranked = numbers.flatMap((one) => {
    const about = `${one.parameters};${(one.group && labelOf.get(one.group)) ?? ''}`;
    const number = partsOf(one).join(';');
    if (about.includes('fax') || number.trim() === '') return [];
    const preferred = /[;,="]pref(?:=(\d{1,3}))?/.exec(one.parameters);
    return { number, rank: preferred ? Number(preferred[1] ?? 1) : /cell|mobile|iphone/.test(about) ? 101 : 102 };
  });
  return ranked.toSorted((one, other) => one.rank - other.rank)[0]?.number ?? '';
}
