import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#server/http/rest.ts';
import { useTestApp } from '#server/testing/app.ts';
import { callerOf, type Row, rights } from '#server/testing/rights.ts';
import { callers, useWorld } from '#server/testing/world.ts';

const t = useTestApp({ LOGIN_MAX_FAILURES: '0', LOGIN_MAX_FAILURES_PER_ADDRESS: '0' }, { store: true });

/** Connections that are held or waited for, and the most of them since the last `forget`. */
const held = { now: 0, most: 0 };
const forget = () => {
  held.most = held.now;
};

beforeAll(() => {
  const { pool } = t.deps;
  pool.options.max = 1;
  const connect = pool.connect.bind(pool);
  pool.connect = (async () => {
    held.most = Math.max(held.most, ++held.now);
    try {
      const client = await connect();
      const release = client.release.bind(client);
      client.release = (broken) => {
        held.now--;
        client.release = release;
        release(broken);
      };
      return client;
    } catch (error) {
      held.now--;
      throw error;
    }
  }) as typeof pool.connect;
});
const world = useWorld(t);

const routeOf = ({ call }: Row) => routes.find(({ method, template }) => `${method} ${template}` === call);

describe('O3: with a pool of one connection', () => {
  test.each(rights.map((row): [string, Row] => [row.about ? `${row.call} (${row.about})` : row.call, row]))(
    '%s is answered, and never holds or waits for a second connection',
    async (_title, row) => {
      const route = routeOf(row);
      if (!route) throw new Error(`the router has no ${row.call}`);
      const [caller = 'AN'] = callers.filter((one) => row.cells[one] < 300);
      for (const headers of route.meta.idempotent ? [{}, { 'idempotency-key': randomUUID() }] : [{}]) {
        const [input, token] = [(await row.input?.(world)) ?? {}, await callerOf(world, row, caller)];
        forget();
        const { status, body } = await t.rest.call(token, route.name, input, headers as Record<string, string>);
        expect(status, JSON.stringify(body)).toBe(row.cells[caller]);
        expect(held).toEqual({ now: 0, most: held.most });
        expect(held.most).toBeLessThanOrEqual(1);
      }
    },
  );
});

test('O3: the calls of a batch share one connection', async () => {
  const token = await world.tokenOf('CO');
  const names = ['auth.me', 'notifications.mine', 'clients.me', 'services.list', 'professionals.list'];
  forget();
  const answer = await t.app.inject({
    url: `/trpc/${names.join(',')}?batch=1&input=%7B%7D`,
    headers: { authorization: `Bearer ${token?.token}` },
  });
  expect(answer.statusCode).toBe(200);
  expect(held).toEqual({ now: 0, most: 1 });
});
