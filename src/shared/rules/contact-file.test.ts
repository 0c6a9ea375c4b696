import { expect, test } from 'vitest';
import {
  columnsOf,
  headerAt,
  type ImportField,
  importedNumber,
  readRow as readCells,
  recognisedMapping,
} from './contact-file.ts';

/** The columns of each product's export, and those that are read. */
const products: [string, string, Record<string, ImportField>][] = [
  [
    'Fresha',
    'Client ID,First Name,Last Name,Full Name,Blocked,Gender,Mobile Number,Telephone,Email,Accepts Marketing,Address,City,Date of Birth,Added,Note,Referral Source',
    {
      'First Name': 'first_name',
      'Last Name': 'last_name',
      'Full Name': 'name',
      'Mobile Number': 'phone_number',
      Telephone: 'phone_number',
      Email: 'email',
      Note: 'notes',
    },
  ],
  [
    'Square',
    'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Birthday,Memo,First Visit,Last Visit,Email Subscription Status',
    {
      'First Name': 'first_name',
      'Last Name': 'last_name',
      'Email Address': 'email',
      'Phone Number': 'phone_number',
      Memo: 'notes',
    },
  ],
  [
    'Booksy',
    'Name,Surname,Cell phone,E-mail,Visits,Last visit,Notes',
    { Name: 'first_name', Surname: 'last_name', 'Cell phone': 'phone_number', 'E-mail': 'email', Notes: 'notes' },
  ],
  [
    'Google',
    'First Name,Middle Name,Last Name,Phonetic First Name,Nickname,File As,Organization Name,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value',
    {
      'First Name': 'first_name',
      'Last Name': 'last_name',
      Notes: 'notes',
      'E-mail 1 - Value': 'email',
      'Phone 1 - Value': 'phone_number',
      'Phone 2 - Value': 'phone_number',
    },
  ],
  [
    'Saluni',
    'name,phone_number,email,notes',
    { name: 'name', phone_number: 'phone_number', email: 'email', notes: 'notes' },
  ],
];

test.each(products)('the columns of %s', (_product, header, expected) => {
  expect(recognisedMapping(header.split(','))).toEqual(expected);
});

test.each([
  ['+61 412 345 678', '61412345678'],
  ['0061 (412) 345-678', '61412345678'],
  ['412345678', '0412345678'],
  ['412345678.0', '0412345678'],
  ['412345678.00', '0412345678'],
  ['391234567', '0391234567'],
  ['612345678', '612345678'],
  ['91234567', '91234567'],
  ["'0412 345 678", '0412345678'],
  ['0412 345 678 ::: 0399 111 222', '0412345678'],
  ['/ 0412.345.678 / 0399111222', '0412345678'],
  ['0412345678;0399111222', '0412345678'],
  ['0412345678\n0399111222', '0412345678'],
  ['tel:+61-412-345-678', '61412345678'],
  ['4.12345678E+8', '412345678E+8'],
])('the number %j becomes %s', (cell, number) => {
  expect(importedNumber(cell)).toBe(number);
});

const fields: ImportField[] = ['name', 'phone_number', 'email', 'notes'];
const strictly = { header: [], lenient: false, rest_in_notes: false };
const readRow = (cells: string[], columns: readonly ImportField[] = fields) =>
  readCells(cells, columnsOf(columns, Object.fromEntries(columns.map((field) => [field, field]))), strictly);
const long = `${'Ann '.repeat(30)}Lee`;

test.each([
  [['Ada'], { name: 'Ada', phone_number: null, email: null, notes: [] }],
  [
    ['Ada Lovelace (VIP) 2', '', ' ADA@A.example '],
    { name: 'Ada Lovelace VIP', email: 'ada@a.example', notes: ['Ada Lovelace (VIP) 2'] },
  ],
  [['Nia "Curls" 🌸 Adjei', '', '', 'Tea'], { name: 'Nia Curls Adjei', notes: ['Tea', 'Nia "Curls" 🌸 Adjei'] }],
  [['Smith/Jones'], { name: 'Smith Jones', notes: ['Smith/Jones'] }],
  [[long], { name: long.slice(0, 100).trim(), notes: [long] }],
  [['Ada', '', 'a@a.example; b@b.example', ' Tea '], { email: 'a@a.example', notes: ['Tea'] }],
  [['Ada\0', '', '', ' \ud800 '], { name: 'Ada', notes: ['\ufffd'] }],
  [['Ada', '\u200b', '\ufe0f', ' \u2060 '], { name: 'Ada', phone_number: null, email: null, notes: [] }],
  [['Nia\ufe0f 1\ufe0f\u20e3'], { name: 'Nia', notes: ['Nia\ufe0f 1\ufe0f\u20e3'] }],
])('the row %j is kept so', (cells, kept) => {
  const row = readRow(cells);
  expect(row).toMatchObject(kept);
  expect(row.problem).toBeUndefined();
});

test.each([
  [[], "There's no name."],
  [['123'], 'The name has no letters.'],
  [['Ada', '0412 ask Jo'], 'The phone number must only contain digits.'],
  [['Ada', '4.12345678E+8'], 'The phone number must only contain digits.'],
  [['Ada', '12345'], 'The phone number is too short.'],
  [['Ada', '1'.repeat(16)], 'The phone number is too long.'],
  [['Ada', '0412345678 0399111222'], 'The phone number is too long.'],
  [['Ada', 'x'.repeat(30_000)], 'The phone number is too long.'],
  [['Ada', '', 'ada'], "The email address isn't right."],
  [['Ada', '', '', 'x'.repeat(5_001)], 'The notes are longer than 5,000 characters.'],
])('the row %j is faulty', (cells, problem) => {
  expect(readRow(cells).problem).toBe(problem);
});

test('of several columns for one field the first that is not empty counts, notes are joined', () => {
  const columns: ImportField[] = ['first_name', 'last_name', 'phone_number', 'phone_number', 'notes', 'notes'];
  expect(readRow(['Ada', 'Lovelace', ' ', '0412345678', 'One', 'Two'], columns)).toMatchObject({
    name: 'Ada Lovelace',
    phone_number: '0412345678',
    email: null,
    notes: ['One', 'Two'],
  });
});

test('numbers of a mobile come before others; a header is known however it says what it holds', () => {
  const header = ['Client First Name', 'Home Phone', 'Client Phone', 'Phone (Mobile)', 'SMS Number', 'Fax', 'SMS'];
  const mapping = recognisedMapping(header);
  expect(mapping).toEqual({
    'Client First Name': 'first_name',
    'Home Phone': 'phone_number',
    'Client Phone': 'phone_number',
    'Phone (Mobile)': 'phone_number',
    'SMS Number': 'phone_number',
  });
  const columns = columnsOf(header, mapping);
  expect(columns.phone_number).toEqual([3, 1, 2, 4]);
  const cells = ['Ada', '0399111222', '0399111333', '0412345678', '', '0399000000', 'Yes'];
  expect(readCells(cells, columns, strictly)).toMatchObject({ name: 'Ada', phone_number: '0412345678' });
  for (const other of ['Phone Type', 'SMS Marketing', 'Mobile App', 'Email Opt-in', 'First Visit', 'Business Fax'])
    expect(recognisedMapping([other])).toEqual({});
});

test.each([
  ['at the top', [['Name'], ['Ada']], 0],
  ['below blank records', [[''], ['', ' '], ['Name', 'Phone'], ['Ada', '']], 2],
  [
    'below a title',
    [
      ['Client list', '', ''],
      ['Name', 'Phone'],
      ['Ada', ''],
    ],
    1,
  ],
  ['below a title, a blank record and a date', [['Client list'], [''], ['1 May', ''], ['Nr', 'Name', 'Phone']], 3],
  [
    'below a title, in words that are not known',
    [
      ['Meine Kunden', ''],
      ['Wer', 'Was'],
      ['Ada', ''],
    ],
    1,
  ],
  [
    'in words that are not known',
    [
      ['Wer', 'Was'],
      ['Name', '0412345678'],
    ],
    0,
  ],
  ['of one column', [['Wer'], ['Ada'], ['Ben']], 0],
  ['of nothing', [['']], 0],
])('the header %s', (_name, records, at) => {
  expect(headerAt(records)).toBe(at);
});

test('leniently a number or address that cannot be kept becomes a note, and so does what leads nowhere', () => {
  const header = ['Name', 'Phone', 'Email', 'Notes', 'Allergies', 'Is blocked', 'Nothing'];
  const columns = columnsOf(header, recognisedMapping(header));
  const read = (...cells: string[]) => readCells(cells, columns, { header, lenient: true, rest_in_notes: true });
  expect(read('Ada', '12-x', 'ada(at)a', 'Tea', 'PPD', 'Yes', ' ')).toMatchObject({
    ...{ phone_number: null, email: null, blocked: true },
    notes: ['Tea', '12-x', 'ada(at)a', 'Allergies: PPD'],
    partial: [expect.stringMatching('phone'), "The email address isn't right."],
  });
  expect(read('Ada', '0412345678', '', '', '', 'no')).toMatchObject({ blocked: false, notes: [], partial: [] });
  expect(read('Ada', '', '', '', '', 'once, in May').notes).toEqual(['Is blocked: once, in May']);
  expect(read('', '12', '').problem).toBe("There's no name.");
});
