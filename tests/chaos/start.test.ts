import { readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { environmentWith } from '#server/config.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { settablePort } from '#server/testing/ports.ts';
import {
  newPlace,
  type Place,
  processesOf,
  removePlace,
  runCommand,
  type StackProcess,
  startStackProcess,
  stragglers,
} from './stack-process.ts';

const rounds = environmentWith({}).TEST_FULL === '1' ? 10 : 2;
const places: Place[] = [];
const stacks: StackProcess[] = [];

/** A stopped stack with the demo. Seeding takes long, so tests copy this place. */
let ranBefore: Place;
beforeAll(async () => {
  ranBefore = await newPlace({ seedDemo: true });
  const stack = startStackProcess(ranBefore);
  await stack.ready();
  stack.signalGroup('SIGINT');
  expect(await stack.ended()).toBe(0);
}, 180_000);
afterAll(() => removePlace(ranBefore));

async function place(): Promise<Place> {
  return keep(await newPlace({ seedDemo: true, copyOf: ranBefore }));
}

async function freshPlace(seedDemo: boolean): Promise<Place> {
  return keep(await newPlace({ seedDemo }));
}

function keep(made: Place): Place {
  places.push(made);
  return made;
}

function start(at: Place, command?: [string, ...string[]], more?: Parameters<typeof startStackProcess>[2]): StackProcess {
  const stack = startStackProcess(at, command, more);
  stacks.push(stack);
  return stack;
}

afterEach(async () => {
  for (const stack of stacks.splice(0)) {
    try {
      stack.signalGroup('SIGINT');
    } catch {
      // The process group has ended already.
    }
    await stack.ended();
  }
  for (const made of places.splice(0)) {
    expect(await stragglers(made, 20_000)).toEqual([]);
    await removePlace(made);
  }
});

async function login(stack: StackProcess, username = 'amara@demo.example'): Promise<string> {
  const body = JSON.stringify({ username, password: 'saluni-demo' });
  const answer = await fetch(`${stack.url}/login/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function addService(stack: StackProcess, token: string, name: string): Promise<string | undefined> {
  const body = JSON.stringify({ name, category: 'Styling', service_duration_minutes: 30, price: 20 });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(`${stack.url}/services/`, { method: 'POST', headers, body }).catch(() => undefined);
  return answer?.status === 201
    ? await answer.json().then(
        ({ id }) => id,
        () => undefined,
      )
    : undefined;
}

/** The demo is complete, and users of every role can log in. */
async function expectWholeDemo(stack: StackProcess): Promise<void> {
  for (const path of ['/services/', '/professionals/']) {
    const { total, results } = (await (await fetch(`${stack.url}${path}?limit=1`)).json()) as { total: number; results: unknown[] };
    expect(total).toBeGreaterThan(2);
    expect(results).toHaveLength(1);
  }
  for (const name of ['amara', 'zuri', 'admin']) await login(stack, `${name}@demo.example`);
}

async function killAt(at: Place, text: string, more = 0): Promise<StackProcess> {
  const first = start(at);
  await first.says(text);
  await delay(more);
  first.signalGroup('SIGKILL');
  await first.ended();
  const second = start(at);
  await second.ready();
  return second;
}

describe('kill -9 of the whole group, then a start', () => {
  test.each([
    ['while the cluster is created', 'Saluni starts on', 300],
    ['just after the database started', 'database       PostgreSQL', 0],
  ])('%s: healthy', async (_moment, text, more) => {
    const at = await freshPlace(false);
    await killAt(at, text, more);
    const catalogue = await runCommand(at, ['src/server/cli/main.ts', 'seed', 'specializations']);
    expect(catalogue).toEqual({ code: 0, output: 'The catalogue has 9 specializations.\n' });
  });

  test('while the demo is written: healthy, with the whole demo', async () => {
    await expectWholeDemo(await killAt(await freshPlace(true), 'professionals, ', 0));
  });

  test('just after it is ready: healthy, with all data', async () => {
    await expectWholeDemo(await killAt(await place(), 'is ready'));
  });

  test('during writes: every acknowledged write is there', async () => {
    const at = await place();
    let stack = start(at);
    await stack.ready();
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const token = await login(stack);
      let killed = false;
      const writers = [0, 1, 2, 3].map(async (writer) => {
        for (let count = 0; !killed; count++) {
          const id = await addService(stack, token, `Style ${round} ${writer} ${count}`);
          if (id !== undefined) acknowledged.push(id);
        }
      });
      await delay(400);
      stack.signalGroup('SIGKILL');
      killed = true;
      await Promise.all([stack.ended(), ...writers]);
      stack = start(at);
      await stack.ready();
    }
    expect(acknowledged.length).toBeGreaterThan(20);
    for (const id of acknowledged) expect((await fetch(`${stack.url}/services/${id}`)).status).toBe(200);
    await expectWholeDemo(stack);
  });
});

test('kill -9 of the main process alone, then a start at once: healthy', async () => {
  const at = await place();
  const first = start(at);
  await first.ready();
  process.kill(first.pid, 'SIGKILL');
  await first.ended();
  const second = start(at);
  await second.ready();
  await expectWholeDemo(second);
});

test('kill -9 of npm: the stack stops, and the next start waits for that', async () => {
  const at = await place();
  const first = start(at, ['npm', 'start']);
  await first.ready();
  process.kill(first.pid, 'SIGKILL');
  const second = start(at);
  await second.ready();
  await expectWholeDemo(second);
});

describe('Ctrl-C leaves no process and exits 0', () => {
  test.each([
    ['once while it runs', 'is ready', 1],
    ['twice while it runs', 'is ready', 2],
    ['twice while it starts', 'Saluni starts on', 2],
    ['just after the database started', 'database       PostgreSQL', 1],
  ])('%s', async (_moment, text, times) => {
    const at = text === 'is ready' ? await place() : await freshPlace(false);
    const stack = start(at);
    await stack.says(text);
    for (let count = 0; count < times; count++) {
      stack.signalGroup('SIGINT');
      await delay(60);
    }
    expect(await stack.ended()).toBe(0);
    expect(processesOf(at)).toEqual([]);
    if (text === 'is ready') return;

    await start(at).ready();
  });
});

test('a second start on the same DATA_DIR is refused with one line, and the first stack runs on', async () => {
  const at = await place();
  const first = start(at);
  await first.ready();
  const before = processesOf(at);
  const second = startStackProcess({ ...at, port: await settablePort(), mailUiPort: await settablePort() });
  expect(await second.ended()).toBe(1);
  expect(second.output()).toContain(`saluni: Saluni already runs on ${at.dataDir} (process ${first.pid})`);
  expect(processesOf(at)).toEqual(before);
  await expectWholeDemo(first);
});

test.each(['port', 'mailUiPort'] as const)(
  'a %s that another program uses refuses the start with one line that names the variable',
  async (which) => {
    const at = await place();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(at[which], '127.0.0.1', resolve));
    try {
      const stack = start(at);
      expect(await stack.ended()).toBe(1);
      const variable = which === 'port' ? 'PORT' : 'MAIL_UI_PORT';
      expect(stack.output()).toMatch(
        new RegExp(`\nsaluni: ${variable}: cannot listen on 127.0.0.1:${at[which]}, another program listens there\n$`),
      );
    } finally {
      other.close();
    }
  },
);

describe('a start that fails half-way leaves no process, and says why in one line', () => {
  test('another program takes PORT after PostgreSQL has started', async () => {
    const at = await freshPlace(false);
    const stack = start(at);
    await stack.says('database       PostgreSQL');
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(at.port, '127.0.0.1', resolve));
    try {
      expect(await stack.ended()).toBe(1);
      expect(stack.output()).toContain(`\nsaluni: PORT: cannot listen on 127.0.0.1:${at.port}, another program listens there\n`);
      expect(await stragglers(at, 1_000)).toEqual([]);
    } finally {
      other.close();
    }
  });

  test.each([
    ['the image store', 'images'],
    ['the inbox', 'mail'],
  ])('%s cannot use its folder, while PostgreSQL starts', async (_service, folder) => {
    const at = await freshPlace(false);
    await writeFile(join(at.dataDir, folder), 'not a folder');
    const stack = start(at);
    expect(await stack.ended()).toBe(1);
    expect(await stragglers(at, 1_000)).toEqual([]);
  });

  test('a migration fails, and so would the seed', async () => {
    const at = await freshPlace(true);
    const postgres = await startPostgres({ directory: join(at.dataDir, 'postgres') });
    const client = new pg.Client(postgres.ownerUrl);
    await client.connect();
    await client.query('create table specializations (id int)');
    await client.end();
    await postgres.stop();
    const stack = start(at);
    expect(await stack.ended()).toBe(1);
    expect(stack.output()).toContain('relation "specializations" already exists');
    expect(await stragglers(at, 1_000)).toEqual([]);
  });
});

test('npm start writes no line for a request, and its addresses are the last thing on the screen; LOG_LEVEL=info asks for the lines', async () => {
  for (const [level, lines] of [
    [undefined, 0],
    ['', 0],
    ['info', 3],
  ] as const) {
    const at = await place();
    const stack = start(at, undefined, { env: { LOG_LEVEL: level } });
    await stack.ready();
    for (const path of ['/services/', '/nowhere', '/users/me/']) await fetch(`${stack.url}${path}`);
    // Lines of the requests that waited until the stack was ready may still come.
    const written = () =>
      stack
        .output()
        .split('\n')
        .filter((line) => line.includes('"msg":"request"') && !line.includes('"route":"/readyz"')).length;
    if (lines > 0) await vi.waitFor(() => expect(written()).toBeGreaterThanOrEqual(lines), { timeout: 20_000 });
    expect(written()).toBe(lines);
    if (lines === 0) expect(stack.output().trimEnd()).toMatch(/Ctrl-C stops everything\.$/);
    stack.signalGroup('SIGINT');
    expect(await stack.ended()).toBe(0);
  }
});

test('two stacks run side by side with separate data', async () => {
  const [one, two] = [await place(), await place()];
  const [first, second] = [start(one), start(two)];
  await Promise.all([first.ready(), second.ready()]);
  const id = await addService(first, await login(first), 'Only Here');
  expect((await fetch(`${first.url}/services/${id}`)).status).toBe(200);
  expect((await fetch(`${second.url}/services/${id}`)).status).toBe(404);
});

test('S16: nobody but this user can read what a running stack keeps', async () => {
  const at = await place();
  const stack = start(at);
  await stack.ready();
  const token = await login(stack);
  expect(await addService(stack, token, 'Kept')).toBeDefined();
  const open = async (path: string) => ((await stat(path).catch(() => undefined))?.mode ?? 0) & 0o077;
  // Where PostgreSQL is another user, that user passes through.
  expect([0, 0o011]).toContain(await open(at.dataDir));
  const entries = await readdir(at.dataDir, { recursive: true, withFileTypes: true });
  expect(entries.length).toBeGreaterThan(100);
  for (const { parentPath, name } of entries) expect(await open(join(parentPath, name)), join(parentPath, name)).toBe(0);
});

test('the command line works with and without a running stack', async () => {
  const at = await freshPlace(true);
  const create = (email: string) =>
    runCommand(at, [
      'src/server/cli/main.ts',
      'user',
      'create',
      '--role',
      'admin',
      '--email',
      email,
      '--password',
      'correct horse',
      '--name',
      'Ada',
    ]);
  expect((await runCommand(at, ['src/server/cli/main.ts', 'migrate'])).code).toBe(0);
  expect((await create('alone@cli.example')).code).toBe(0);
  expect(processesOf(at)).toEqual([]);

  const stack = start(at);
  await stack.ready();
  expect((await create('beside@cli.example')).code).toBe(0);
  expect((await create('beside@cli.example')).code).toBe(1);
  const { output } = await runCommand(at, ['src/server/cli/main.ts', 'user', 'list']);
  expect(output).toContain('alone@cli.example');
  expect(output).toContain('beside@cli.example');
  // A database with users gets no demo.
  expect(output).not.toContain('amara@demo.example');
  expect((await fetch(`${stack.url}/readyz`)).status).toBe(200);
});
