import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { environmentWith } from '#server/config.ts';
import { openAddress, sealAddress } from '#server/features/busy-calendars/address-secret.ts';
import { insertCalendar } from '#server/features/busy-calendars/queries.ts';
import { useTestApp } from '#server/testing/app.ts';
import { emptyDatabase, inDatabase, ownerUrlOf } from '#server/testing/db.ts';
import { run } from './run.ts';

const t = useTestApp();

type Result = { code: number | null; out: string; err: string };

function cli(args: string[], env: Record<string, string> = {}): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', './scripts/compile-cache.js', 'src/server/cli/main.ts', ...args],
      {
        env: environmentWith({
          DATABASE_URL: t.databaseUrl,
          MIGRATION_DATABASE_URL: ownerUrlOf(t.databaseUrl),
          ...env,
        }),
      },
    );
    const result: Result = { code: null, out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      result.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      result.err += chunk;
    });
    child.once('close', (code) => resolve({ ...result, code }));
  });
}

/** The same in this process, for what is answered without a database: most of a process's time is its start. */
async function answer(args: string[]): Promise<Result> {
  const result: Result = { code: null, out: '', err: '' };
  const code = await run(args, {
    log(line) {
      result.out += `${line}\n`;
    },
    error(line) {
      result.err += `${line}\n`;
    },
  });
  return { ...result, code };
}

function createArgs(role: string, email: string, name: string): string[] {
  return ['user', 'create', '--role', role, '--email', email, '--password', 'correct horse', '--name', name];
}

function create(role: string, email: string, name: string): Promise<Result> {
  return cli(createArgs(role, email, name));
}

async function login(username: string): Promise<{ status: number; token: string }> {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/login/',
    payload: { username, password: 'correct horse' },
  });
  return { status: answer.statusCode, token: answer.statusCode === 200 ? answer.json().access_token : '' };
}

describe('the command line', () => {
  test.each([
    [[], 'no command given'],
    [['user'], 'unknown command "user"; there is user create'],
    [['user', 'remove'], 'unknown command "user remove"'],
    [['migrate', 'now'], "Unexpected argument 'now'"],
    [['user', 'list', '--all'], "Unknown option '--all'"],
    [['user', 'disable'], '--email E is missing'],
    [['user', 'disable', '--email'], 'argument missing'],
    [['backup'], 'FILE is missing'],
    [['restore', 'a', 'b'], "Unexpected argument 'b'"],
    [['user', 'disable', '--email', 'nobody'], '--email must be an e-mail address'],
    [['user', 'disable', '--email', 'a@b.example', '--email', 'c@b.example'], '--email is given more than once'],
    [
      ['user', 'create', '--role', 'owner', '--email', 'a@b.example', '--password', 'correct horse', '--name', 'A'],
      '--role must be one of',
    ],
    [
      ['user', 'create', '--role', 'admin', '--email', 'a@b.example', '--password', 'short', '--name', 'A'],
      '--password: ',
    ],
    [
      ['user', 'create', '--role', 'admin', '--email', 'a@b.example', '--password', 'correct horse', '--name', ' '],
      '--name: First name is required',
    ],
  ])('%j: one line and exit code 2', async (args, reason) => {
    const { code, out, err } = await answer(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(reason);
    expect(err.trimEnd()).not.toContain('\n');
  });

  test.each([
    'migrate',
    'seed specializations',
    'seed demo',
    'user create',
    'user list',
    'user disable',
    'user enable',
    'waitlist list',
    'waitlist approve',
    'check',
    'secrets rekey',
    'backup',
    'restore',
  ])('%s has --help', async (name) => {
    const { code, out } = await answer([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`npm run cli -- ${name}`);
  });

  test.each(['', 'migrate', 'seed', 'user', 'waitlist', 'jobs'])(
    '%s --help exits 0 and lists its commands',
    async (group) => {
      for (const flag of ['--help', '-h']) {
        const { code, out, err } = await answer([...group.split(' ').filter(Boolean), flag]);
        expect({ code, err }).toEqual({ code: 0, err: '' });
        expect(out).toContain(group === 'migrate' ? 'npm run cli -- migrate' : `  ${group || 'user list'}`);
        if (group !== '' && group !== 'migrate')
          expect(out.match(/^ {2}\w+/gm)?.every((line) => line === `  ${group}`)).toBe(true);
      }
    },
  );

  test.each([
    ['client', 'Zuri 2', 'First name should not contain numbers'],
    ['client', 'R2D2 Smith', 'First name should not contain numbers'],
    ['client', ' ', 'First name is required'],
    ['client', `A ${'b'.repeat(99)}`, 'Must be 100 characters or fewer'],
    ['professional', 'Salon 54', 'Business name should not contain numbers'],
    ['professional', '<b>Amara</b>', 'Business name should not contain numbers'],
    ['professional', 'x'.repeat(101), 'Must be 100 characters or fewer'],
    ['admin', 'root\u0007', 'First name should not contain numbers'],
  ])('user create refuses a name that the form of a %s refuses: %j', async (role, name, message) => {
    expect(await answer(createArgs(role, 'refused@cli.example', name))).toEqual({
      code: 2,
      out: '',
      err: `saluni: --name: ${message}\n`,
    });
  });

  test('a process ends with these codes, and says them on the right stream', async () => {
    const [wrong, help] = await Promise.all([cli(['user', 'remove']), cli(['user', 'list', '--help'])]);
    expect(wrong).toEqual({ ...(await answer(['user', 'remove'])), code: 2 });
    expect(help).toEqual({ ...(await answer(['user', 'list', '--help'])), code: 0 });
  });

  test('a bad variable: one line that names it, and exit code 1', async () => {
    const { code, err } = await cli(['user', 'list'], { LOG_LEVEL: 'loud' });
    expect(code).toBe(1);
    expect(err).toMatch(/^saluni: LOG_LEVEL must be [^\n]*\n$/);
  });

  test('user create: the user can log in at once and has a complete record of the role', async () => {
    expect((await create('professional', 'Pro@Cli.example', "Wanjiru Ng'ang'a")).code).toBe(0);
    expect((await create('client', 'client@cli.example', 'Zuri van der Smith')).code).toBe(0);
    expect((await create('client', 'single@cli.example', 'Zuri')).code).toBe(0);
    expect((await create('admin', 'admin@cli.example', 'Admin')).code).toBe(0);

    for (const [email, role] of [
      ['pro@cli.example', 'professional'],
      ['client@cli.example', 'client'],
      ['admin@cli.example', 'admin'],
    ] as const) {
      const { status, token } = await login(email);
      expect(status).toBe(200);
      const me = await t.app.inject({ url: '/users/me/', headers: { authorization: `Bearer ${token}` } });
      expect(me.json()).toMatchObject({ role, email });
    }
    const professional = await t.deps.db
      .selectFrom('professionals')
      .selectAll()
      .where('display_name', '=', "Wanjiru Ng'ang'a")
      .executeTakeFirstOrThrow();
    expect(professional).toMatchObject({
      is_active: true,
      time_zone: 'Australia/Melbourne',
      slot_interval_minutes: 30,
    });
    const clients = await t.deps.db.selectFrom('clients').select(['first_name', 'last_name']).orderBy('id').execute();
    expect(clients).toEqual([
      { first_name: 'Zuri', last_name: 'van der Smith' },
      { first_name: 'Zuri', last_name: 'Zuri' },
    ]);
  });

  test('user create on an existing address: exit code 1, and nothing changes', async () => {
    expect((await create('client', 'twice@cli.example', 'First One')).code).toBe(0);
    const before = await t.deps.db.selectFrom('users').selectAll().orderBy('id').execute();
    const again = await create('admin', 'TWICE@cli.example', 'Second');
    expect(again).toEqual({
      code: 1,
      out: '',
      err: 'saluni: twice@cli.example has an account already: nothing was changed\n',
    });
    expect(await t.deps.db.selectFrom('users').selectAll().orderBy('id').execute()).toEqual(before);
  });

  test('user list shows all users; user disable ends their sessions at once', async () => {
    expect((await create('client', 'leaver@cli.example', 'Leaver')).code).toBe(0);
    const { token } = await login('leaver@cli.example');
    const headers = { authorization: `Bearer ${token}` };
    expect((await t.app.inject({ url: '/users/me/', headers })).statusCode).toBe(200);

    expect((await cli(['user', 'disable', '--email', 'leaver@cli.example'])).code).toBe(0);
    expect((await t.app.inject({ url: '/users/me/', headers })).statusCode).toBe(401);
    expect((await login('leaver@cli.example')).status).toBe(401);
    expect((await cli(['user', 'list'])).out).toMatch(/\tclient\tdisabled\tleaver@cli\.example\tLeaver\n/);
    expect((await cli(['user', 'disable', '--email', 'unknown@cli.example'])).code).toBe(1);
  });

  test('user disable prints the confirmed bookings ahead, user enable takes it back, and the last active admin stays', async () => {
    const professional = await t.make.professional();
    const { professionalId } = professional;
    const { bookingId, start_time } = await t.make.booking({ professionalId, status: 'confirmed' });
    await t.make.booking({ professionalId, start: Date.parse(start_time) + 3_600_000 });
    const profile = () => t.app.inject({ url: `/professionals/${professionalId}` });

    const disabled = await cli(['user', 'disable', '--email', professional.email]);
    expect(disabled).toMatchObject({ code: 0, err: '' });
    expect(disabled.out.split('\n')).toEqual([
      `${professional.email} is disabled.`,
      '1 pending booking is cancelled, and each client is told.',
      '1 confirmed booking is ahead, to be decided by you:',
      `${bookingId}\t${start_time}\tZoë Adjei\tDry curl cut`,
      '',
    ]);
    expect((await profile()).statusCode).toBe(404);
    expect(await cli(['user', 'enable', '--email', professional.email])).toEqual({
      code: 0,
      out: `${professional.email} is enabled.\n`,
      err: '',
    });
    expect((await profile()).statusCode).toBe(200);
    expect(await cli(['user', 'enable', '--email', 'unknown@cli.example'])).toMatchObject({
      code: 1,
      err: 'saluni: no user has the address unknown@cli.example\n',
    });

    await t.deps.db.updateTable('users').set({ is_active: false }).where('role', '=', 'admin').execute();
    const admin = await t.make.admin();
    expect(await cli(['user', 'disable', '--email', admin.email])).toEqual({
      code: 1,
      out: '',
      err: "saluni: The last active admin can't be disabled.\n",
    });
    expect((await t.rest.call(admin, 'auth.me')).status).toBe(200);
  });

  test('waitlist list shows the entries, oldest first', async () => {
    const signup = (name: string, email: string, role: string) =>
      t.app.inject({ method: 'POST', url: '/waitlist/signup', payload: { name, email, role } });
    await signup('Zuri Adjei', 'zuri@waitlist.example', 'Client');
    await signup('Tevita Moala', 'tevita@waitlist.example', 'Barber');
    const { code, out } = await cli(['waitlist', 'list']);
    expect(code).toBe(0);
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(rows).toEqual([
      [expect.stringMatching(/Z$/), 'unverified', 'Client', 'zuri@waitlist.example', 'Zuri Adjei'],
      [expect.stringMatching(/Z$/), 'unverified', 'Barber', 'tevita@waitlist.example', 'Tevita Moala'],
    ]);
  });

  test('waitlist approve invites a verified entry, once; others are exit code 1', async () => {
    const enter = (email: string, status: string) =>
      t.make.row('waitlist_entries', { name: 'Mere Te Ao', email, role: 'Client', status });
    await enter('ready@waitlist.example', 'verified');
    await enter('early@waitlist.example', 'unverified');
    const approve = (email: string) => cli(['waitlist', 'approve', '--email', email]);
    expect(await approve('Ready@waitlist.example')).toMatchObject({
      code: 0,
      out: expect.stringContaining('is approved: an invitation'),
    });
    expect(await approve('ready@waitlist.example')).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing was changed'),
    });
    await t.drain();
    expect(t.inbox.to('ready@waitlist.example').map(({ subject }) => subject)).toEqual(['Your Saluni invitation']);
    const early = "saluni: This entry is unverified and can't be approved.\n";
    expect(await approve('early@waitlist.example')).toEqual({ code: 1, out: '', err: early });
    expect(await approve('nobody@waitlist.example')).toMatchObject({
      code: 1,
      err: 'saluni: nobody@waitlist.example is not on the waitlist\n',
    });
  });

  test('check says that all holds, or what does not, how often and where, with exit code 1', async () => {
    expect(await cli(['check'])).toMatchObject({ code: 0, out: expect.stringMatching(/^All \d+ checks hold\.\n$/) });
    const { bookingId } = await t.make.booking({ status: 'confirmed' });
    await t.make.change('bookings', bookingId, { total_price_cents: 1 });
    const { code, out, err } = await cli(['check']);
    expect([code, out]).toEqual([1, expect.stringContaining(`\t1\t${bookingId}\n`)]);
    expect(err).toMatch(/^saluni: 1 of \d+ checks do not hold\.\n$/);
    await t.deps.db.deleteFrom('bookings').where('id', '=', bookingId).execute();
  });

  test('secrets rekey, killed and run again: the new key opens every address, the old one none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'saluni-cli-'));
    const file = join(folder, 'key');
    const keys = [randomBytes(32), randomBytes(32)] as const;
    const [before, after] = keys;
    const rekey = (key: Buffer) => cli(['secrets', 'rekey', file], { SECRETS_KEY: key.toString('base64') });
    const rows = () => t.deps.db.selectFrom('busy_calendars').select(['professional_id', 'id', 'encrypted_url']);
    const opened = async () => {
      const found = await rows().execute();
      return keys.map((key) =>
        found.map((row) => openAddress(key, { ...row, encrypted_url: row.encrypted_url as Buffer })).sort(),
      );
    };
    try {
      const { professionalId: professional_id } = await t.make.professional();
      const urls = ['https://a.example/1', 'https://a.example/2'];
      for (const url of urls) {
        const key = { professional_id, id: randomUUID() };
        await insertCalendar(t.deps.db, {
          ...{ ...key, name: 'Private', host: 'a.example', next_minutes: 30 },
          ...sealAddress(before, url, key),
        });
      }
      const nothing = urls.map(() => undefined);
      expect(await rekey(before)).toMatchObject({
        code: 1,
        err: expect.stringContaining('holds no 32 bytes in base64'),
      });
      await writeFile(file, `${after.toString('base64')}\n`);
      // Killed once it waits for a row.
      const blocker = await t.deps.pool.connect();
      await blocker.query('begin');
      await blocker.query('select from busy_calendars for update');
      const killed = spawn(
        process.execPath,
        ['--import', './scripts/compile-cache.js', 'src/server/cli/main.ts', 'secrets', 'rekey', file],
        {
          env: environmentWith({ DATABASE_URL: t.databaseUrl, SECRETS_KEY: before.toString('base64') }),
          stdio: 'ignore',
        },
      );
      await vi.waitFor(
        async () => {
          const { rows } = await t.deps.pool.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%busy_calendars%'
               and datname = current_database()`,
          );
          expect(rows).toHaveLength(1);
        },
        { timeout: 20_000, interval: 100 },
      );
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      await blocker.query('rollback');
      blocker.release();
      expect(await opened()).toEqual([urls, nothing]);

      expect(await rekey(before)).toEqual({ code: 0, err: '', out: 'Addresses encrypted anew: 2\n' });
      expect(await opened()).toEqual([nothing, urls]);
      expect(await rekey(before)).toMatchObject({ code: 0, out: 'Addresses encrypted anew: 0\n' });
      await t.deps.db
        .updateTable('busy_calendars')
        .set({ encrypted_url: Buffer.alloc(40) })
        .execute();
      expect((await rekey(before)).out).toContain('neither key opens them: 2');
    } finally {
      await rm(folder, { recursive: true });
      await t.deps.db.deleteFrom('busy_calendars').execute();
    }
  });

  test('backup, then restore into an empty database: all rows, one line each, and all checks hold', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'saluni-cli-'));
    const file = join(folder, 'saluni.backup');
    const empty = await emptyDatabase();
    try {
      await t.make.booking({ status: 'confirmed' });
      const made = await cli(['backup', file]);
      expect(made).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^\d+ rows of \d+ tables are in /) });
      const into = {
        DATABASE_URL: inDatabase(t.databaseUrl, new URL(empty.url).pathname.slice(1)),
        MIGRATION_DATABASE_URL: empty.url,
      };
      const restored = await cli(['restore', file], into);
      expect(restored).toMatchObject({ code: 0, err: '' });
      expect(restored.out).toMatch(/^\d+ rows of \d+ tables are restored, as of .*Z\.\n/);
      expect(restored.out).toMatch(/All \d+ checks hold\.\n$/);
      expect((await cli(['user', 'list'], into)).out).toBe((await cli(['user', 'list'])).out);
      expect(await cli(['restore', file], into)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/^saluni: the database is not empty .*\n$/),
      });
      expect((await cli(['backup', file, '--pictures', folder])).err).toMatch(/there is no image store/);
    } finally {
      await empty.drop();
      await rm(folder, { recursive: true });
    }
  });

  test.each(['user list', 'waitlist list', 'jobs failed'])('%s --json prints one array', async (name) => {
    const { code, out } = await cli([...name.split(' '), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toBeInstanceOf(Array);
    expect((await cli([...name.split(' '), '--json', '--json'])).code).toBe(2);
  });

  test('seeding or migrating again changes nothing; seed demo then exits 1', async () => {
    expect(await cli(['seed', 'specializations'])).toMatchObject({
      code: 0,
      out: 'The catalogue has 9 specializations.\n',
    });
    const users = await t.deps.db.selectFrom('users').select('id').execute();
    expect(users.length).toBeGreaterThan(0);
    expect(await cli(['seed', 'demo'])).toMatchObject({ code: 1, out: '' });
    expect(await t.deps.db.selectFrom('users').select('id').execute()).toEqual(users);
    expect(await cli(['migrate'])).toMatchObject({ code: 0, out: 'The schema is up to date.\n' });
  });
});
