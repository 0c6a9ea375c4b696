import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { connect, createPool } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { problemOf } from '#server/errors.ts';
import { buildApp } from '#server/http/app.ts';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import { createFailureLog } from './failure-log.ts';
import { createLogger } from './log.ts';

const t = useTestApp();

type Line = { msg: string; status: number; reqId?: string; err: Record<string, unknown> };

/** An app whose log lines of warnings and errors are collected. */
async function withLog<T>(more: Partial<Deps>, work: (app: FastifyInstance, lines: Line[]) => Promise<T>): Promise<T> {
  const lines: Line[] = [];
  const log = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line)) });
  const app = await buildApp({ ...t.deps, log, failed: createFailureLog(log), ...more });
  try {
    return await work(app, lines);
  } finally {
    await app.close();
  }
}

test('A15: a column made NOT NULL behind our back is a 500; the log names table, column and SQLSTATE, no values', async () => {
  const person = await t.make.client();
  const headers = { authorization: `Bearer ${person.token}` };
  const payload = { first_name: 'Grace', last_name: 'Adjei', phone_number: '0400111222', notes: '' };
  await asOwner(t.databaseUrl, "update clients set notes = ''; alter table clients alter column notes set not null");
  try {
    await withLog({}, async (app, lines) => {
      const answers = [
        await app.inject({ method: 'PUT', url: '/clients/me', headers, payload }),
        await app.inject({ method: 'POST', url: '/trpc/clients.updateMe', headers, payload }),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500]);
      expect(answers[0]?.json()).toEqual({ detail: 'Internal server error' });
      expect(lines).toHaveLength(2);
      for (const [index, line] of lines.entries()) {
        expect(line).toMatchObject({
          status: 500,
          reqId: answers[index]?.headers['x-request-id'],
          msg: 'failed to answer a request',
        });
        expect(line.err).toMatchObject({ code: '23502', table: 'clients', column: 'notes', stack: expect.any(String) });
      }
      expect(JSON.stringify(lines)).not.toContain('Grace');
    });
  } finally {
    await asOwner(t.databaseUrl, 'alter table clients alter column notes drop not null');
  }
});

test('A15: a failing statement is logged by its name', async () => {
  const { professionalId } = await t.make.professional();
  await asOwner(t.databaseUrl, 'alter table professionals rename column display_name to was_display_name');
  try {
    await withLog({}, async (app, lines) => {
      expect((await app.inject(`/professionals/${professionalId}`)).statusCode).toBe(500);
      expect(lines[0]?.err).toMatchObject({ code: '42703', statement: 'public_profile' });
    });
  } finally {
    await asOwner(t.databaseUrl, 'alter table professionals rename column was_display_name to display_name');
  }
});

test('a value that the database cannot read is not logged', async () => {
  const lines: string[] = [];
  const log = createLogger('warn', { write: (line) => void lines.push(line) });
  const error = await sql`select ${'a secret'}::uuid`.execute(t.deps.db).catch((caught: unknown) => caught);
  createFailureLog(log)(error, 500, {});
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    code: '22P02',
    message: 'invalid input syntax for type uuid: "…"',
  });
  expect(lines[0]).not.toContain('secret');
});

test('the cause of an answer of 503 is logged; of many answers of a kind in a second ten are, and the others are counted', async () => {
  const nowhere = connect(createPool('postgres://nobody@127.0.0.1:1/nothing'));
  await withLog({ db: nowhere }, async (app, lines) => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => app.inject(`/professionals/${randomUUID()}`)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(11);
    expect(lines[0]).toMatchObject({ status: 503, msg: 'failed to answer a request', err: { code: 'ECONNREFUSED' } });
    expect(lines[10]?.msg).toBe('failed to answer a request (15 more in the last second)');
    await app.inject(`/professionals/${randomUUID()}`);
    expect(lines[11]?.msg).toBe('failed to answer a request');
  });
  await nowhere.destroy();
});

const database = (code: string) => Object.assign(new Error('from PostgreSQL'), { code });

test.each([
  ...['08006', '53300', '57P01', '57014', '58030', '55P03', '25P03', '25006'].map((code) => [code, 503] as const),
  ...['40001', '40P01'].map((code) => [code, 409] as const),
  ...[
    '22P02',
    '22021',
    '22003',
    '22009',
    '23502',
    '23503',
    '23505',
    '23514',
    '23P01',
    '42P01',
    '42501',
    '0A000',
    'XX000',
    '25P02',
  ].map((code) => [code, 500] as const),
])('A15: SQLSTATE %s is answered with %i', (code, status) => {
  expect(problemOf(database(code)).status).toBe(status);
  expect(problemOf(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: database(code) })).status).toBe(status);
});

test('O5: EPIPE, which a broken connection ends with, is no SQLSTATE although it has five letters', () => {
  expect(problemOf(database('EPIPE')).status).toBe(503);
});

test('A15: an answer that its own schema refuses is a 500, an input that its schema refuses is not', () => {
  const cause = z.string().safeParse(1).error;
  expect(
    problemOf(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Output validation failed', cause })).status,
  ).toBe(500);
  expect(problemOf(new TRPCError({ code: 'BAD_REQUEST', message: 'Input validation failed', cause })).status).toBe(422);
});

test('a transaction that ends in a deadlock is tried again: both of two that lock in opposite orders commit', async () => {
  const [one, two] = [await t.make.client(), await t.make.client()];
  let met = 0;
  const both = Promise.withResolvers<void>();
  const rename = (first: string, second: string) =>
    transact(t.deps.db, async (trx) => {
      const update = (id: string) =>
        sql`update clients set notes = coalesce(notes, '') || 'x' where id = ${id}`.execute(trx);
      await update(first);
      if (++met === 2) both.resolve();
      await both.promise;
      await update(second);
    });
  await Promise.all([rename(one.clientId, two.clientId), rename(two.clientId, one.clientId)]);
  expect(met).toBeGreaterThan(2);
  const { rows } = await sql<{
    notes: string;
  }>`select notes from clients where id = any(${[one.clientId, two.clientId]}::uuid[])`.execute(t.deps.db);
  expect(rows).toEqual([{ notes: 'xx' }, { notes: 'xx' }]);
});

test('a race that is lost again and again is tried four times, then is the error; others are not tried again', async () => {
  let tries = 0;
  const losing = (code: string) =>
    transact(t.deps.db, async (trx) => {
      tries++;
      await sql`do $$ begin raise exception 'lost' using errcode = ${sql.lit(code)}; end $$`.execute(trx);
    });
  await expect(losing('40001')).rejects.toMatchObject({ code: '40001' });
  expect(tries).toBe(4);
  await expect(losing('23505')).rejects.toMatchObject({ code: '23505' });
  expect(tries).toBe(5);
});
