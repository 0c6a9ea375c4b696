import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { invalid, refuseLargeBody, tooLarge, wrongType } from '#server/errors.ts';
import { inTurns } from '#server/process/in-turns.ts';
import { bodySizes, importBounds } from '#shared/constants.ts';
import { recognisedMapping } from '#shared/rules/contact-file.ts';
import { readCard, splitCards } from './vcards.ts';

/** The records of a file: `row` is the number by which people find one again. */
export type ContactFile = { columns: string[]; records: { row: number; cells: string[] }[] };

const cardColumns = ['FN', 'TEL', 'EMAIL', 'NOTE'];
/** Beginnings of what is no table: markup, JSON, RTF, PDF, calendars, archives and pictures. */
const otherText = /^(\s*(<[a-z!?]|[[{]\s*["{[\]}]|\{\\rtf|%PDF|BEGIN:VCALENDAR)|.{0,7}[^\P{Cc}\s])/isu;

/**
 * Reads CSV, TSV or vCards. Throws 415 for another type, 413 for more than 5 MB (vCards 20) or 5,000 records. Other
 * requests are answered in between.
 */
export async function readContactFile(bytes: Uint8Array): Promise<ContactFile> {
  const text = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (text === undefined || otherText.test(text)) return wrongType('Save it as CSV first.');
  if (/^\s*BEGIN:VCARD/i.test(text)) return { columns: cardColumns, records: await readCards(text) };
  if (bytes.length > bodySizes.contacts) refuseLargeBody(bodySizes.contacts);
  const [columns = [], ...rows] = await recordsOf(text.replace(separatorLine, ''), delimiterOf(text));
  const records = rows.map((cells, index) => ({ row: index + 2, cells })).filter(({ cells }) => !isBlank(cells));
  return { columns, records };
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** Undefined for what is no text. */
function decode(bytes: Buffer): string | undefined {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isUtf16 && bytes.includes(0)) return undefined;
  try {
    if (!isUtf16) return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return iconv.decode(bytes, 'windows-1252');
  }
  return iconv.decode(bytes, 'utf-16');
}

/** A line with which a file names its delimiter, as spreadsheets write it. */
const separatorLine = /^sep=([,;\t])\r?\n/i;

/** The one with which most columns are recognised; of equals the one that makes most columns. */
function delimiterOf(text: string): string {
  const named = separatorLine.exec(text)?.[1];
  if (named) return named;
  const ranked = [',', ';', '\t'].map((delimiter) => {
    const header = headerOf(text.slice(0, pieceSize), delimiter);
    return { delimiter, known: Object.keys(recognisedMapping(header)).length, columns: header.length };
  });
  const [best] = ranked.sort((one, other) => other.known - one.known || other.columns - one.columns);
  return best?.delimiter ?? ',';
}

const relaxed = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true };

function headerOf(text: string, delimiter: string): string[] {
  try {
    const [header = []] = parseAtOnce(text, { ...relaxed, delimiter, to: 1 });
    return header;
  } catch {
    return [];
  }
}

/** All records, blank ones too, as spreadsheets number them; the first is the header. */
async function recordsOf(text: string, delimiter: string): Promise<string[][]> {
  const records: string[][] = [];
  let count = 0;
  try {
    await pipeline(pieces(Buffer.from(text)), parse({ ...relaxed, delimiter }), async (parsed) => {
      for await (const cells of parsed as AsyncIterable<string[]>) {
        records.push(cells);
        if (!isBlank(cells)) requireFewer(count++);
      }
    });
    return records;
  } catch (error) {
    if (error instanceof CsvError) invalid(['body', 'file'], "The file isn't a whole CSV file.");
    throw error;
  }
}

/** Bytes that are parsed at once. */
const pieceSize = 64 * 1024;

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceSize) {
    yield bytes.subarray(at, at + pieceSize);
    await setImmediate();
  }
}

function requireFewer(records: number): void {
  const { rows } = importBounds;
  if (records > rows) tooLarge(`The file has more than ${rows.toLocaleString('en-AU')} rows.`);
}

async function readCards(text: string): Promise<ContactFile['records']> {
  const cards = splitCards(text);
  requireFewer(cards.length);
  const records: ContactFile['records'] = [];
  for await (const [index, card] of inTurns(cards)) {
    const { FN, TEL, EMAIL, NOTE } = readCard(card);
    records.push({ row: index + 1, cells: [FN, TEL, EMAIL, NOTE] });
  }
  return records;
}
