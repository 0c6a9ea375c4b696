import { expect, inject, test } from 'vitest';
import { DAY } from '#shared/constants.ts';
import { useTestApp } from './app.ts';
import { findCorruption } from './corruption.ts';
import { asSuperuser, inDatabase } from './db.ts';

const t = useTestApp();

test('what is found in a database is nothing, until indexes miss a row and a row is older than all can be', async () => {
  const { professionalId } = await t.make.professional();
  await t.make.window(professionalId, Date.now() + DAY, Date.now() + 2 * DAY);
  const url = inDatabase(inject('postgres').superuserUrl, new URL(t.databaseUrl).pathname.slice(1));
  expect(await findCorruption(url)).toEqual([]);

  const missing = `'availability_no_overlap'::regclass, 'availability_pkey'::regclass`;
  await asSuperuser(t.databaseUrl, `update pg_index set indisready = false where indexrelid in (${missing})`);
  await t.make.window(professionalId, Date.now() + 3 * DAY, Date.now() + 4 * DAY);
  await asSuperuser(
    t.databaseUrl,
    `update pg_index set indisready = true where indexrelid in (${missing});
     update pg_class set relfrozenxid = pg_current_xact_id()::xid where oid = 'professionals'::regclass`,
  );
  const found = await findCorruption(url);
  expect(found).toContainEqual('availability_no_overlap: leads to 1 of 2 rows');
  expect(found).toContainEqual(expect.stringMatching(/^availability_pkey: heap tuple .* lacks matching index tuple/));
  expect(found).toContainEqual(expect.stringMatching(/^professionals: xmin \d+ precedes relation freeze threshold/));
  expect(found.filter((line) => !/^(availability_|professionals: xmin)/.test(line))).toEqual([]);
});
