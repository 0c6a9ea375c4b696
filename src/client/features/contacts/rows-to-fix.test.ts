import { expect, test } from 'vitest';
import { rowsToFix } from './rows-to-fix.ts';

const faulty = [{ row: 3, problem: "There's no name." }];
const fixed = '\ufeffName,Phone,Note,row,problem\r\n,\'+61 12,"Likes ""tea"",\nno milk",3,There\'s no name.\r\n';
const table = 'Name,Phone,Note\r\nAda,,"Two\r\nlines"\r\n,+61 12,"Likes ""tea"",\nno milk"\r\nBen';

test.each([
  ['commas', Buffer.from(table)],
  ['a named separator', Buffer.from(`sep=,\r\n${table}`)],
  ['UTF-16', Buffer.from(`\ufeff${table}`, 'utf16le')],
  ['UTF-16, the other way', Buffer.from(`\ufeff${table}`, 'utf16le').swap16()],
  ['tabs', Buffer.from('Name\tPhone\tNote\nAda\n\t+61 12\t"Likes ""tea"",\nno milk"\tmore')],
])('the cells of a row as they stand in a file with %s', (_name, file) => {
  expect(rowsToFix(file, { columns: ['Name', 'Phone', 'Note'], faulty })).toBe(fixed);
});

test('in Windows-1252; of vCards the number alone', () => {
  const ofWindows = Buffer.from('Name;Phone\nZo\xeb;1', 'latin1');
  expect(rowsToFix(ofWindows, { columns: ['Name', 'Phone'], faulty: [{ row: 2, problem: 'Short' }] })).toBe(
    '\ufeffName,Phone,row,problem\r\nZoë,1,2,Short\r\n',
  );
  const cards = Buffer.from('BEGIN:VCARD\nVERSION:3.0\nTEL:1\nEND:VCARD');
  expect(rowsToFix(cards, { columns: ['FN', 'TEL', 'EMAIL', 'NOTE'], faulty: [{ row: 1, problem: 'Short' }] })).toBe(
    '\ufeffrow,problem\r\n1,Short\r\n',
  );
});
