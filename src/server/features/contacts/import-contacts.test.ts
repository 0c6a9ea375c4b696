import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { ContactImport } from '#shared/contact-import.ts';
import type { Contact } from '#shared/contacts.ts';

const t = useTestApp();
let amara: ProfessionalPerson;

beforeEach(async () => {
  amara = await t.make.professional();
});

const call = (name: string, input: Record<string, unknown> = {}, person = amara) => t.rest.call(person, name, input);

const send = (file: string | Buffer, more: Record<string, unknown> = {}, person = amara) =>
  call('contacts.import', { file: Buffer.from(file), ...more }, person);

async function bring(file: string | Buffer, more: Record<string, unknown> = {}): Promise<ContactImport> {
  const { status, body } = await send(file, more);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as ContactImport;
}

async function kept(): Promise<Pick<Contact, 'name' | 'phone_number' | 'email' | 'notes'>[]> {
  const { body } = await call('contacts.list', { sort: 'name' });
  return (body as Contact[]).map(({ name, phone_number, email, notes }) => ({ name, phone_number, email, notes }));
}

const csv = [
  'First Name,Last Name,Mobile Number,Email,Note',
  'Ada,Lovelace,412345678,Ada@a.example,"Likes ""tea"",\nno milk"',
  'Ada,Lovelace,,ada@a.example,Second',
  ',,,,',
  'Zoë,Adjei,12,,',
  'Ben,Okri,+61 412 345 678,,',
  'Kim,,,,',
  'Kim,,,,Left-handed',
].join('\r\n');

const ada = {
  name: 'Ada Lovelace',
  phone_number: '0412345678',
  email: 'ada@a.example',
  notes: 'Likes "tea",\nno milk\n\nSecond',
};

test('a dry run writes nothing and says the same; the same file twice adds nothing', async () => {
  const dry = await bring(csv, { dry_run: 'true' });
  expect(dry).toMatchObject({
    id: null,
    columns: ['First Name', 'Last Name', 'Mobile Number', 'Email', 'Note'],
    mapping: { 'Mobile Number': 'phone_number' },
    rows: 6,
    new: 3,
    known: 2,
    faulty: [{ row: 5, problem: 'The phone number is too short.' }],
  });
  expect(dry.preview[0]).toEqual({ row: 2, state: 'new', ...ada, notes: 'Likes "tea",\nno milk' });
  expect(dry.preview.map(({ state }) => state)).toEqual(['new', 'known', 'faulty', 'new', 'new', 'known']);
  expect(await kept()).toEqual([]);
  const done = await bring(csv);
  expect(done).toEqual({ ...dry, id: expect.any(String) });
  const people = [
    ada,
    { name: 'Ben Okri', phone_number: '61412345678', email: null, notes: null },
    { name: 'Kim', phone_number: null, email: null, notes: 'Left-handed' },
  ];
  expect(await kept()).toEqual(people);
  expect(await bring(csv)).toMatchObject({ new: 0, known: 5 });
  expect(await kept()).toEqual(people);
  // Our own file, too.
  const { body, headers } = await call('contacts.export');
  expect(body).toMatch(/^\ufeffname,phone_number,email,notes\r\nAda Lovelace,0412345678,ada@a.example,"Likes/);
  expect([headers['cache-control'], headers['content-disposition'], headers['content-type']]).toEqual([
    'no-store',
    'attachment; filename="contacts.csv"',
    'text/csv; charset=utf-8',
  ]);
  expect(await bring(body as string)).toMatchObject({ new: 0, known: 3, faulty: [] });
  expect(await kept()).toEqual(people);
});

const vcards = [
  'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nitem1.TEL;type=pref:+61 412\r\n  345 678\r\nPHOTO;ENCODING=b:AAAA\r\n BBBB\r\nEND:VCARD',
  'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Adjei;Zo=C3=AB;;;\r\nTEL;CELL;PREF:0400 111 222\r\nNOTE;ENCODING=QUOTED-PRINTABLE:Red=0D=0A=\r\nbrown\r\nEND:VCARD',
  'BEGIN:VCARD\nVERSION:4.0\nFN:Ben\\, Okri\nEMAIL;PREF=1:ben@a.example\nTEL;VALUE=uri;TYPE="voice,home":tel:+61-399-111-222;ext=5\nNOTE:One\\nTwo\nEND:VCARD',
  'BEGIN:VCARD\nVERSION:3.0\nTEL:0400111222\nEND:VCARD',
  'BEGIN:VCARD\nVERSION:3.0\nFN:Cleo\nTEL;TYPE=WORK,FAX:0399000000\nTEL;TYPE=HOME:0399111222\nTEL;TYPE=CELL:0412345678\nNOTE:Tea\\; no milk\\, \\\\o/\nEND:VCARD',
  'BEGIN:VCARD\nVERSION:3.0\nFN:Dee\nTEL;TYPE=CELL:0412000111\nTEL;TYPE=HOME;TYPE=PREF:0399111333\nEND:VCARD',
  'BEGIN:VCARD\nVERSION:4.0\nFN:Eve\nTEL;PREF=2:0412000222\nTEL;PREF=1;TYPE=fax:0399000001\nEND:VCARD',
  'BEGIN:VCARD\nVERSION:3.0\nFN:Fay\nitem1.TEL:0399000002\nitem1.X-ABLabel:_$!<HomeFAX>!$_\nEND:VCARD',
].join('\r\n');

test('vCards of versions 2.1 to 4, counted from 1', async () => {
  const read = await bring(vcards);
  expect(read).toMatchObject({ rows: 8, new: 7, faulty: [{ row: 4, problem: "There's no name." }] });
  expect(await kept()).toEqual([
    { name: 'Ada Lovelace', phone_number: '61412345678', email: null, notes: null },
    { name: 'Ben Okri', phone_number: '61399111222', email: 'ben@a.example', notes: 'One\nTwo\n\nBen, Okri' },
    { name: 'Cleo', phone_number: '0412345678', email: null, notes: 'Tea; no milk, \\o/' },
    { name: 'Dee', phone_number: '0399111333', email: null, notes: null },
    { name: 'Eve', phone_number: '0412000222', email: null, notes: null },
    { name: 'Fay', phone_number: null, email: null, notes: null },
    { name: 'Zoë Adjei', phone_number: '0400111222', email: null, notes: expect.stringMatching(/^Red\r?\nbrown$/) },
  ]);
});

const table = 'Name;Phone\nZoë – “Z”;0400111222\n';
test.each([
  ['UTF-8 with BOM', Buffer.from(`\ufeff${table}`)],
  ['UTF-16 LE', Buffer.from(`\ufeff${table}`, 'utf16le')],
  ['UTF-16 BE', Buffer.from(`\ufeff${table}`, 'utf16le').swap16()],
  [
    'Windows-1252',
    Buffer.from(table.replace('ë', '\xeb').replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1'),
  ],
  ['tabs', Buffer.from(table.replaceAll(';', '\t'))],
  ['commas, and a named separator', Buffer.from(`sep=,\r\n${table.replaceAll(';', ',')}`)],
  ['UTF-8, below blank records and a title', Buffer.from(`;\n\nMy clients;\n;\n${table}`)],
])('a table in %s', async (_name, file) => {
  expect((await bring(file, { dry_run: 'true' })).preview).toEqual([
    { row: 2, state: 'new', name: 'Zoë Z', phone_number: '0400111222', email: null, notes: 'Zoë – “Z”' },
  ]);
});

test('what is no such file is refused, and counts for nothing', async () => {
  const detail = { detail: 'Save it as CSV first.' };
  for (const file of ['PK\x03\x04\0\0', 'PK\x03\x04', '%PDF-1.7', '<html>', '{"a":1}', 'BEGIN:VCALENDAR'])
    expect(await send(file)).toMatchObject({ status: 415, body: detail });
  const row = 'Ada\n';
  expect((await send(`Name\n${row.repeat(5_001)}`)).status).toBe(413);
  expect((await send(`Name\n${'x'.repeat(5 * 1024 * 1024)}`)).status).toBe(413);
  expect((await send(`Name\n"Ada`)).status).toBe(422);
  for (const mapping of [
    'x',
    '[]',
    '5',
    '""',
    '{"Name":"age"}',
    '{"Nom":"name"}',
    '{"__proto__":"name"}',
    '{"__proto__":{}}',
  ])
    expect((await send('Name\nAda', { mapping })).body).toMatchObject({ detail: [{ loc: ['query', 'mapping'] }] });
  expect((await call('contacts.import', { dry_run: 'true' })).status).toBe(422);
  expect((await send('Name\nAda', { dry_run: 'yes' })).status).toBe(422);
  const own = t.deps.db.selectFrom('contact_imports').where('professional_id', '=', amara.professionalId);
  expect(await own.select('id').execute()).toEqual([]);
});

test('columns as somebody says; without a name every row is faulty', async () => {
  const file = 'Wer,Was\nAda,0412345678';
  expect(await bring(file)).toMatchObject({ mapping: {}, rows: 1, faulty: [{ row: 2 }] });
  expect(await bring(file, { mapping: '{"Wer":"name","Was":"phone_number"}' })).toMatchObject({ new: 1, faulty: [] });
});

test('20 imports and 60 dry runs an hour', async () => {
  for (const [times, dry_run] of [
    [20, 'false'],
    [60, 'true'],
  ] as const) {
    for (let i = 0; i < times; i++) await bring('Name\nAda', { dry_run });
    const { status, headers } = await send('Name\nAda', { dry_run });
    expect([status, Number(headers['retry-after'])]).toEqual([429, expect.toSatisfy((wait) => wait > 3_500)]);
  }
});

test('clients are known by what the professional sees of them, and get notes alone', async () => {
  const { clientId } = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei', phone_number: '61412345678' });
  const start = Math.ceil(Date.now() / HOUR) * HOUR + DAY;
  await t.make.booking({ professionalId: amara.professionalId, clientId, start, status: 'confirmed' });
  const file =
    'Name,Phone,Email,Notes\nzoe A.,0412345678,zoe@new.example,Curls\nZoe,,zoe@new.example,\nAmy,0412345678,,';
  const { id, ...counts } = await bring(file);
  expect(counts).toMatchObject({ new: 1, known: 2 });
  expect(await kept()).toEqual([
    { name: 'Amy', phone_number: '0412345678', email: null, notes: null },
    { name: 'Zoë Adjei', phone_number: '61412345678', email: null, notes: 'Curls' },
  ]);
  expect(await bring(file)).toMatchObject({ new: 0, known: 3 });
  await call('contacts.update', { id: clientId, notes: 'Mine\n\nCurls' });
  expect((await call('contacts.undoImport', { id: id ?? '' })).status).toBe(204);
  expect(await kept()).toEqual([{ name: 'Zoë Adjei', phone_number: '61412345678', email: null, notes: 'Mine' }]);
});

test('an import is taken back where nothing changed since, again and for 7 days', async () => {
  await call('contacts.create', { name: 'Old', email: 'old@a.example' });
  const { id } = await bring(
    'Name,Phone,Email,Notes\nOld,0412345678,old@a.example,Cut\nNew,,,\nChanged,,,\nBooked,,b@a.example,',
  );
  const people = (await call('contacts.list', { sort: 'name' })).body as Contact[];
  const idOf = (name: string) => people.find((one) => one.name === name)?.id ?? '';
  await call('contacts.update', { id: idOf('Changed'), notes: 'Mine' });
  const start_time = new Date(Math.ceil(Date.now() / HOUR) * HOUR + DAY).toISOString();
  const service = await t.make.service(amara.professionalId);
  const booked = { start_time, service_ids: [service], contact_id: idOf('Booked') };
  expect((await call('bookings.writeIn', booked)).status).toBe(201);
  const undo = (person = amara) => call('contacts.undoImport', { id: id ?? '' }, person);
  expect((await undo(await t.make.professional())).status).toBe(404);
  expect((await call('contacts.imports')).body).toMatchObject([{ id, people: 4 }]);
  expect([(await undo()).status, (await undo()).status]).toEqual([204, 204]);
  expect((await call('contacts.imports')).body).toEqual([]);
  expect(await kept()).toEqual([
    { name: 'Booked', phone_number: null, email: 'b@a.example', notes: null },
    { name: 'Changed', phone_number: null, email: null, notes: 'Mine' },
    { name: 'Old', phone_number: null, email: 'old@a.example', notes: null },
  ]);
  const late = await bring('Name\nLate');
  expect((await call('users.export')).body).toMatchObject({
    contact_imports: [
      { id, undone_at: expect.any(String) },
      { id: late.id, undone_at: null },
    ],
  });
  const created_at = new Date(Date.now() - 8 * DAY).toISOString();
  await t.make.change('contact_imports', late.id ?? '', { created_at });
  expect((await call('contacts.undoImport', { id: late.id ?? '' })).status).toBe(409);
});

test('our own file changes nothing, whatever notes begin and names consist of', async () => {
  const long = { first_name: 'Ann '.repeat(24).trim(), last_name: `Lee ${'Lee '.repeat(23)}`.trim() };
  const { clientId } = await t.make.client({ ...long, phone_number: '' });
  const start = Math.ceil(Date.now() / HOUR) * HOUR + DAY;
  await t.make.booking({ professionalId: amara.professionalId, clientId, start, status: 'confirmed' });
  const people = [
    { name: "'Ofa", notes: "'=1+1" },
    { name: '-Ann', notes: "''=1+1", phone_number: '12345678901234567890' },
    { name: 'Ben', notes: '="0412345678"', email: 'ben@a.example' },
    { name: 'Cleo', notes: ' \n\n=x\n\n- y \n', phone_number: '123456' },
    { name: 'Dee', notes: '＝x' },
    { name: 'Kim', notes: 'A' },
    { name: 'Kim', notes: 'B, "C"' },
    { name: 'Zoë', notes: '\u00a0=1' },
  ];
  for (const one of people) expect((await call('contacts.create', one)).status).toBe(201);
  const before = await kept();
  const file = (await call('contacts.export')).body as string;
  expect(await bring(file)).toMatchObject({
    new: 0,
    rows: people.length + 1,
    known: people.length,
    faulty: [{ row: expect.any(Number) }],
  });
  expect(await kept()).toEqual(before);
  expect((await call('contacts.export')).body).toBe(file);
});

test('a file that is changed under its plan is planned again', async () => {
  const asked = bring('Name,Phone,Email\nAda,0412345678,ada@a.example\nBen,,ada@a.example');
  const added = call('contacts.create', { name: 'Ada', email: 'ada@a.example' });
  expect((await added).status).toBe(201);
  expect((await asked).known).toBeLessThan(2);
  expect(await kept()).toEqual([
    expect.objectContaining({ name: 'Ada', email: 'ada@a.example', phone_number: '0412345678' }),
    expect.objectContaining({ name: 'Ben', email: null, notes: 'ada@a.example' }),
  ]);
});

test('hostile files are read soon and hold up nothing, and refused ones count for nothing', async () => {
  const other = await t.make.professional();
  const files: [file: string, status: number][] = [
    [`BEGIN:VCARD\n${'\n'.repeat(5_000_000)}`, 200],
    [`BEGIN:VCARD\nFN:Ada\nNOTE;QUOTED-PRINTABLE:${'=\n'.repeat(200_000)}`, 200],
    [' BEGIN:VCARD\nTEL;"'.padEnd(5_000_000, ';'), 200],
    [`${'BEGIN:VCARD\n'.repeat(5_001)}`, 413],
    [`Name\n${'\n'.repeat(500_000)}`, 200],
    [','.repeat(1_000_000), 200],
    [`Name\n"${'"'.repeat(1_000_000)}`, 422],
    [`Name,Phone\n${`A${'\u0301\u0327'.repeat(100_000)},1\n`.repeat(2)}`, 200],
  ];
  for (const [file, status] of files) {
    const sent = send(file, { dry_run: 'true' });
    expect((await call('contacts.list', {}, other)).status).toBe(200);
    expect([file.slice(0, 30), (await sent).status]).toEqual([file.slice(0, 30), status]);
  }
  const counted = t.deps.db.selectFrom('contact_imports').where('professional_id', '=', amara.professionalId);
  expect(await counted.select('id').execute()).toHaveLength(files.filter(([, status]) => status === 200).length);
});

test('5,000 rows within 10 seconds, twice at once: known in one of them', async () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => {
    const letters = [...i.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('');
    return `Person ${letters},04${String(10_000_000 + i)},p${i}@a.example,Note ${i}`;
  });
  const file = `Name,Phone,Email,Notes\n${rows.join('\n')}`;
  const begin = Date.now();
  const both = await Promise.all([bring(file), bring(file)]);
  expect(Date.now() - begin).toBeLessThan(10_000);
  expect(both.map((one) => one.new).sort()).toEqual([0, 5_000]);
  expect((await call('contacts.list', { limit: 1 })).headers['x-total-count']).toBe('5000');
});

test('leniently nobody is left out, what leads nowhere becomes notes, and a block is taken back with its import', async () => {
  const file = 'Name,Phone,Blocked,Colour\nAda,12,yes,7.1\nBen,0412345678,no,\nBen,0412345678,Yes,';
  expect((await bring(file, { lenient: 'true' })).partial).toEqual([
    { row: 2, problem: 'The phone number is too short.' },
  ]);
  const { id, ...brought } = await bring(file, { lenient: 'true', rest_in_notes: 'true' });
  expect(brought).toMatchObject({ new: 0, known: 3, faulty: [], partial: [{ row: 2 }] });
  const people = async () => (await call('contacts.list', { sort: 'name' })).body;
  expect(await people()).toMatchObject([
    { name: 'Ada', phone_number: null, notes: '12\n\nColour: 7.1', blocked: true },
    { name: 'Ben', notes: null, blocked: true },
  ]);
  expect((await send(file, { lenient: 'yes' })).status).toBe(422);
  expect((await call('contacts.undoImport', { id: id ?? '' })).status).toBe(204);
  expect(await people()).toMatchObject([
    { name: 'Ada', notes: '12', blocked: false },
    { name: 'Ben', blocked: false },
  ]);
});
