import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { settablePort } from '#server/testing/ports.ts';
import { freePort, requirePort } from './ports.ts';
import { StartError } from './start-error.ts';

test('a free port is none of the excepted ones', async () => {
  const except = Array.from({ length: 65_536 }, (_none, port) => port).filter((port) => port % 4 < 2);
  const ports = await Promise.all(Array.from({ length: 30 }, () => freePort(except)));
  expect(ports.filter((port) => port % 4 < 2)).toEqual([]);
});

test('a settable port is given once, is free, and is none that the system hands out', async () => {
  const ports: number[] = [];
  while (ports.length < 20) ports.push(await settablePort());
  expect(new Set(ports).size).toBe(20);
  expect(ports.filter((port) => port >= 16_000)).toEqual([]);
  for (const port of ports) await requirePort('PORT', port, '127.0.0.1');
});

test('a port that is taken is refused with the name of its variable', async () => {
  const other = createServer();
  const port = await settablePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  await expect(requirePort('PORT', port, '127.0.0.1')).rejects.toThrow(
    new StartError(`PORT: cannot listen on 127.0.0.1:${port}, another program listens there`),
  );
});
