import { CsvError, parse } from 'csv-parse/sync';
import { bodySizes, importBounds } from '#shared/constants.ts';
import { cellText, fileText } from '#shared/csv.ts';
import { headerAt, recognisedMapping } from '#shared/rules/contact-file.ts';
import { readCard, splitCards } from './vcards.ts';

/** The records of a file: `row` is the number by which people find one again. */
type ContactFile = { columns: string[]; records: { row: number; cells: string[] }[] };

/** Why a file is not read. */
export type Unread = 'type' | 'bytes' | 'rows' | 'broken';
export class UnreadFile extends Error {
  readonly why: Unread;
  constructor(why: Unread) {
    super(why);
    this.why = why;
  }
}

/** What of a file says what it is, characters. */
const beginningSize = 64 * 1024;
const cardColumns = ['FN', 'TEL', 'EMAIL', 'NOTE'];
/** Beginnings of what is no table: markup, JSON, RTF, PDF, calendars, archives and pictures. */
const otherText = /^(\s*(<[a-z!?]|[[{]\s*["{[\]}]|\{\\rtf|%PDF|BEGIN:VCALENDAR)|.{0,7}[^\P{Cc}\s])/isu;

/** Reads CSV, TSV or vCards. Throws UnreadFile for another type, more than 5 MB (vCards 20) or 5,000 records. */
export function readContactFile(bytes: Uint8Array): ContactFile {
  const text = fileText(bytes);
  const beginning = text.slice(0, beginningSize);
  // NUL is in no text but UTF-16.
  if ((bytes.includes(0) && !isMarked(bytes)) || otherText.test(beginning)) throw new UnreadFile('type');
  if (/^\s*BEGIN:VCARD/i.test(beginning)) return { columns: cardColumns, records: readCards(text) };
  if (bytes.length > bodySizes.contacts) throw new UnreadFile('bytes');
  return readTable(text.replace(separatorLine, ''), delimiterOf(text));
}

/** Whether a file says that it is UTF-16. */
function isMarked([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** A line with which a file names its delimiter, as spreadsheets write it. */
const separatorLine = /^sep=([,;\t])\r?\n/i;

/** The one with which most columns are recognised; of equals the one that makes most columns. */
function delimiterOf(text: string): string {
  const named = separatorLine.exec(text)?.[1];
  if (named) return named;
  const beginning = text.slice(0, beginningSize);
  const ranked = [',', ';', '\t'].map((delimiter) => {
    const records: string[][] = [];
    try {
      parse(beginning, {
        ...relaxed,
        delimiter,
        on_record: (record) => {
          records.push(record.slice(0, mostColumns));
          return null;
        },
      });
    } catch (error) {
      // Where the beginning was cut off.
      if (!(error instanceof CsvError)) throw error;
    }
    const header = records[headerAt(records)] ?? [];
    return { delimiter, known: Object.keys(recognisedMapping(header)).length, columns: header.length };
  });
  const [best] = ranked.sort((one, other) => other.known - one.known || other.columns - one.columns);
  return best?.delimiter ?? ',';
}

const relaxed = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true };

/** Of a wider sheet the first columns are read. */
const mostColumns = 1_000;
/** Above the header. */
const mostTitles = 20;

/** Records are numbered from the header on, blank ones too, as spreadsheets do. */
function readTable(text: string, delimiter: string): ContactFile {
  const all: { at: number; cells: string[] }[] = [];
  let at = 0;
  try {
    parse(text, {
      ...relaxed,
      delimiter,
      on_record: (cells: string[]) => {
        at++;
        if (cells.every((cell) => cell.trim() === '')) return null;
        if (all.length > importBounds.rows + mostTitles) throw new UnreadFile('rows');
        all.push({ at, cells: cells.slice(0, mostColumns) });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadFile('broken');
    throw error;
  }
  const [header, ...rows] = all.slice(headerAt(all.map(({ cells }) => cells)));
  if (rows.length > importBounds.rows) throw new UnreadFile('rows');
  const first = header?.at ?? 0;
  const records = rows.map((row) => ({ row: row.at - first + 1, cells: row.cells.map(cellText) }));
  return { columns: header?.cells ?? [], records };
}

function readCards(text: string): ContactFile['records'] {
  const records: ContactFile['records'] = [];
  for (const card of splitCards(text)) {
    if (records.length === importBounds.rows) throw new UnreadFile('rows');
    const { FN, TEL, EMAIL, NOTE } = readCard(card);
    records.push({ row: records.length + 1, cells: [FN, TEL, EMAIL, NOTE] });
  }
  return records;
}
