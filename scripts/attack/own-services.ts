import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '#server/config.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startInbox } from '#server/embedded/inbox.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { startS3 } from '#server/embedded/s3.ts';
import { createDeps } from '#server/main.ts';
import { factories } from '#server/testing/make.ts';
import { settablePort } from '#server/testing/ports.ts';
import { startProcess } from '#server/testing/processes.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { Outcome } from './stage.ts';

/** Unsigned requests to the image store, and a web page of others that asks the inbox. */
export async function closedServices(): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-attack-services-'));
  const port = await settablePort();
  const s3 = await startS3(join(directory, 's3'), []);
  const inbox = await startInbox(join(directory, 'mail'), port, []);
  try {
    const { endpoint, bucket } = s3.s3;
    const unsigned: [string, string][] = [
      ['GET', `/${bucket}?list-type=2`],
      ['PUT', `/${bucket}/attack`],
      ['GET', `/${bucket}/attack`],
      ['DELETE', `/${bucket}/attack`],
    ];
    const store: number[] = [];
    for (const [method, path] of unsigned)
      store.push((await fetch(endpoint + path, { method, ...(method === 'PUT' ? { body: 'x' } : {}) })).status);
    const [own, other] = [
      await askInbox(port, `localhost:${port}`, undefined),
      await askInbox(port, 'attacker.example', 'https://attacker.example'),
    ];
    return {
      held:
        store.every((status) => status === 401 || status === 403) &&
        own.status === 200 &&
        own.cors === undefined &&
        other.status >= 400 &&
        other.status < 500,
      figure:
        `unsigned image store: ${store.join(', ')}; ` +
        `inbox as attacker.example ${other.status}, CORS ${own.cors ?? 'none'}`,
    };
  } finally {
    await inbox.stop();
    await s3.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

function askInbox(
  port: number,
  host: string,
  origin: string | undefined,
): Promise<{ status: number; cors: string | undefined }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/email', headers: { host, ...(origin ? { origin } : {}) } },
      (answer) => {
        answer.resume();
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, cors: answer.headers['access-control-allow-origin'] }),
        );
      },
    );
    asked.once('error', reject);
    asked.end();
  });
}

const diskSize = 200 * 1024 * 1024;

/**
 * PostgreSQL on a small disk that runs full: writes are refused for a while, nothing breaks, and all goes on once there
 * is space again.
 */
export async function fullDisk(): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-attack-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    await rm(directory, { recursive: true, force: true });
    return { held: true, figure: 'not tried: no small disk can be mounted here' };
  }
  const ends: (() => Promise<unknown>)[] = [];
  try {
    await mkdir(join(directory, 'pg'));
    const postgres = await startPostgres({ directory: join(directory, 'pg') });
    ends.push(() => postgres.stop());
    await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
    const { deps, close } = await createDeps(readConfig({ LOG_LEVEL: 'silent' }), { databaseUrl: postgres.url });
    ends.push(close);
    const make = factories(deps);
    const { professionalId } = await make.professional({ slot_interval_minutes: 15 });
    const service = await make.service(professionalId, { service_duration_minutes: 15 });
    const start = Math.ceil(Date.now() / DAY) * DAY + DAY;
    await make.window(professionalId, start, start + 24 * HOUR);
    const api = await startProcess(postgres.url, { RATE_LIMIT_PER_MINUTE: '0', BOOKINGS_PER_HOUR: '0' });
    ends.push(() => api.kill());
    const clients = await Promise.all(Array.from({ length: 96 }, () => make.client()));
    let hour = 0;
    const book = async () => {
      const body = {
        professional_id: professionalId,
        service_ids: [service],
        start_time: new Date(start + hour++ * 15 * MINUTE).toISOString(),
        notes: randomBytes(4_500).toString('hex'),
      };
      // A new client each time, because one may have only a few pending bookings.
      return (await api.call(clients[hour]?.token ?? '', 'POST', '/bookings/', body)).status;
    };
    const before = await book();
    const ballast = join(directory, 'ballast');
    const { bavail, bsize } = await statfs(directory);
    await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined);
    const full: number[] = [];
    // The first ones still fit into what PostgreSQL has already; notes that do not compress use it up.
    for (let turn = 0; turn < 60 && !full.includes(503); turn++) full.push(await book());
    const read = (await api.call(clients[0]?.token ?? '', 'GET', '/professionals/')).status;
    await rm(ballast);
    let after = 0;
    for (let turn = 0; turn < 40 && after !== 201; turn++) {
      await delay(500);
      after = await book().catch(() => 0);
    }
    const broken = [...full, after].filter((status) => ![201, 503].includes(status));
    return {
      held: before === 201 && broken.length === 0 && read === 200 && full.includes(503) && after === 201,
      figure: `bookings while full: ${[...new Set(full)].join(', ')}; reads ${read}; afterwards ${after}`,
    };
  } finally {
    for (const end of ends.reverse()) await end();
    execFileSync('umount', [directory], { stdio: 'ignore' });
    await rm(directory, { recursive: true, force: true });
  }
}
