import ical from 'ical.js';
import iconv from 'iconv-lite';

/** What is read of a vCard; several numbers or addresses are lines. */
type Card = Record<'FN' | 'TEL' | 'EMAIL' | 'NOTE', string>;

/** The cards of a file, as they stand there. */
export function splitCards(text: string): string[] {
  return text.split(/^\s*BEGIN:VCARD[^\r\n]*\r?\n?/im).slice(1);
}

/** Group, name, parameters and value of a line that is read. */
const property = /^(?:[\w-]+\.)?(FN|N|ORG|TEL|EMAIL|NOTE)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/i;

/** Reads a card of any version; what is no card has nothing. */
export function readCard(card: string): Card {
  const lines = unfolded(card).flatMap((line) => {
    const [, name, parameters = '', value = ''] = property.exec(line) ?? [];
    return name === undefined ? [] : [`${name}:${plain(name, parameters, value)}`];
  });
  const all = valuesOf(['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n'));
  const of = (name: string) => all.filter(([one]) => one === name).map(([, value]) => value);
  const [family = '', given = ''] = [of('n')[0] ?? ''].flat();
  const [organisation = ''] = [of('org')[0] ?? ''].flat();
  const texts = (name: string, separator: string) => of(name).flat().join(separator);
  return {
    FN: [of('fn').flat().join(' '), `${given} ${family}`, organisation].find((name) => name.trim() !== '') ?? '',
    TEL: texts('tel', '\n'),
    EMAIL: texts('email', '\n'),
    NOTE: texts('note', '\n\n'),
  };
}

/** Its lines, with those that go on in the next one joined: before a blank, and in quoted-printable after `=`. */
function unfolded(card: string): string[] {
  const kept = /^VERSION:2\.1/im.test(card) ? '$1' : '';
  const lines: string[] = [];
  for (const line of card.replace(/\r?\n([ \t])/g, kept).split(/\r?\n/)) {
    const last = lines.at(-1);
    if (last?.endsWith('=') && quotedPrintable.test(last)) lines.splice(-1, 1, last.slice(0, -1) + line);
    else lines.push(line);
  }
  return lines;
}

const quotedPrintable = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE/i;

/** A value as version 3 writes it. */
function plain(name: string, parameters: string, value: string): string {
  if (!quotedPrintable.test(`${name}${parameters}:`)) return value;
  const bytes = value.replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const charset = /;CHARSET="?([\w-]+)/i.exec(parameters)?.[1] ?? 'utf-8';
  const text = iconv.decode(Buffer.from(bytes, 'latin1'), iconv.encodingExists(charset) ? charset : 'utf-8');
  const escaped = text.replace(/[\\,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
  return /^(N|ORG)$/i.test(name) ? escaped : escaped.replaceAll(';', '\\;');
}

type Value = string | string[];

function valuesOf(card: string): [name: string, value: Value][] {
  try {
    const [, properties] = ical.parse(card) as [
      string,
      [name: string, parameters: object, type: string, value: Value][],
    ];
    return properties.map(([name, , , value]) => [name, value]);
  } catch {
    return [];
  }
}
