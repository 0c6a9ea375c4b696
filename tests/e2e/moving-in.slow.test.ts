import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { phone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';
import { tabTo } from './keyboard.ts';

const h = useHarness();

test('clients come from a file on a phone, by keyboard: columns set right, faulty rows saved, all taken back', async () => {
  const person = await h.make.professional();
  const page = await (await h.signedIn(person, phone)).newPage();
  await page.goto('/bring-clients');
  const names = async () =>
    (
      await h.db.selectFrom('contacts').select('name').where('professional_id', '=', person.professionalId).execute()
    ).map(({ name }) => name);
  const press = async (name: string) => {
    await tabTo(page, 'button', name);
    await page.keyboard.press('Enter');
  };
  const buffer = Buffer.from('Who;Reach;Remark\nAda Lovelace;0412345678;Tea\n=Ben;12;\n;0400111222;=x\n');
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('heading', { name: '0 new clients' }).waitFor();
  expect(await page.getByRole('button', { name: 'Update clients' }).isDisabled()).toBe(true);
  // The keys that choose name, phone and notes.
  for (const [column, key] of [
    ['Who', 'n'],
    ['Reach', 'p'],
    ['Remark', 'End'],
  ] as const) {
    await page.getByLabel(column).focus();
    await page.keyboard.press(key);
    await expect.poll(() => page.getByLabel(column).evaluate((field) => field === document.activeElement)).toBe(true);
  }
  await page.getByRole('heading', { name: '2 new clients' }).waitFor();
  // A number that is none stays in the notes.
  await page.getByRole('heading', { name: 'Kept in the notes' }).waitFor();
  await page.getByText('Row 3: The phone number is too short.').waitFor();
  await page.getByText("Row 4: There's no name.").waitFor();
  await expectNoSideScroll(page);
  await expectAccessible(page);

  const saving = page.waitForEvent('download');
  await press('Save these rows as a file');
  const file = await saving;
  expect(file.suggestedFilename()).toBe('rows-to-fix.csv');
  expect(await readFile(await file.path(), 'utf8')).toBe(
    "\ufeffWho,Reach,Remark,row,problem\r\n,0400111222,'=x,4,There's no name.\r\n",
  );
  await press('Add 2 clients');
  const done = page.getByRole('heading', { name: '2 clients added' });
  await expect.poll(() => done.evaluate((heading) => heading === document.activeElement)).toBe(true);
  expect((await names()).sort()).toEqual(['Ada Lovelace', 'Ben']);
  await expectAccessible(page);
  await press('Undo');
  await page.getByText('Import undone. Clients you changed since then stayed.').waitFor();
  await expect.poll(names).toEqual([]);
});
