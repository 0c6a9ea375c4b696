import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { startPostgres } from '#server/embedded/postgres.ts';
import { processesOf, runCommand, stragglers } from './stack-process.ts';
import { useStacks } from './stacks.ts';

const { installation, start } = useStacks();

describe('a start that fails half-way leaves no process, and says why in one line', () => {
  test('another program takes PORT after PostgreSQL has started', async () => {
    const at = await installation({ seedDemo: false });
    const stack = start(at);
    await stack.says('database       PostgreSQL');
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(at.port, '127.0.0.1', resolve));
    try {
      expect(await stack.ended()).toBe(1);
      expect(stack.output()).toContain(
        `\nsaluni: PORT: cannot listen on 127.0.0.1:${at.port}, another program listens there\n`,
      );
      expect(await stragglers(at, 20_000)).toEqual([]);
    } finally {
      other.close();
    }
  });

  test.each([
    ['the image store', 'images'],
    ['the inbox', 'mail'],
  ])('%s cannot use its folder, while PostgreSQL starts', async (_service, folder) => {
    const at = await installation({ seedDemo: false });
    await writeFile(join(at.dataDir, folder), 'not a folder');
    const stack = start(at);
    expect(await stack.ended()).toBe(1);
    expect(await stragglers(at, 20_000)).toEqual([]);
  });

  test('a migration fails, and so would the seed', async () => {
    const at = await installation({ seedDemo: true });
    const postgres = await startPostgres({ directory: join(at.dataDir, 'postgres') });
    const client = new pg.Client(postgres.ownerUrl);
    await client.connect();
    await client.query('create table specializations (id int)');
    await client.end();
    await postgres.stop();
    const stack = start(at);
    expect(await stack.ended()).toBe(1);
    expect(stack.output()).toContain('relation "specializations" already exists');
    expect(await stragglers(at, 20_000)).toEqual([]);
  });
});

test('the command line works with and without a running stack', async () => {
  const at = await installation({ seedDemo: true });
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
