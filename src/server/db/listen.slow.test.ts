import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { listen } from './listen.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: 60_000 });

test('who waits to have caught up is refused when the connection is lost meanwhile', async () => {
  const proxy = await openProxy(t.databaseUrl);
  let changed = false;
  // The statement is answered; its notification comes with another text.
  proxy.onAnswer = (bytes) => {
    const at = bytes.indexOf('own_');
    const text = bytes.indexOf('\0', at) + 1;
    if (at >= 0) changed = bytes.write('?', text) === 1;
    return true;
  };
  const onListening = vi.fn();
  const listener = listen(proxy.url, 'anything', t.deps.log, { onListening, onNotification() {}, onLost() {} });
  await vi.waitFor(() => expect(onListening).toHaveBeenCalled(), { timeout: 10_000, interval: 10 });
  const caughtUp = listener.caughtUp();
  await vi.waitFor(() => expect(changed).toBe(true), { timeout: 10_000, interval: 10 });
  proxy.setDown(true);
  await expect(Promise.race([caughtUp, delay(5_000)])).rejects.toThrow('connection to anything was lost');
  await listener.close();
  await proxy.close();
});

test('a listener whose connection was lost several times beats as often as one that never lost it', async () => {
  const proxy = await openProxy(t.databaseUrl);
  let beats = 0;
  proxy.onAnswer = (bytes) => {
    beats += bytes.toString('latin1').split('own_').length - 1;
    return true;
  };
  let listening = 0;
  const listener = listen(proxy.url, 'anything', t.deps.log, {
    onListening: () => listening++,
    onNotification() {},
    onLost() {},
  });
  const client = new pg.Client(t.databaseUrl);
  await client.connect();
  // Each within the pause between two beats.
  for (let turn = 1; turn <= 4; turn++) {
    await vi.waitFor(() => expect(listening).toBe(turn), { timeout: 10_000, interval: 10 });
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'saluni listen' and datname = current_database()`,
    );
  }
  await client.end();
  await vi.waitFor(() => expect(listening).toBe(5), { timeout: 10_000, interval: 10 });
  beats = 0;
  await delay(11_000);
  expect(beats).toBeGreaterThan(0);
  expect(beats).toBeLessThanOrEqual(3);
  await listener.close();
  await proxy.close();
});
