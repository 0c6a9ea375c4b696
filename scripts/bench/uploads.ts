import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { readConfig } from '#server/config.ts';
import { connect, createMaintenancePool } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { transact } from '#server/db/transact.ts';
import { startStack } from '#server/embedded/stack.ts';
import { insertAccount } from '#server/features/auth/create-account.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { seedDemo } from '#server/seed/demo.ts';
import { seedSpecializations } from '#server/seed/specializations.ts';
import { settablePort } from '#server/testing/ports.ts';
import { residentOf, root, startServer } from './processes.ts';
import { quantile, type Row } from './rows.ts';

/** Reliability A9: 20 pictures at once, the largest of every format, leave memory and time for everybody else. */
const uploads = 20;
const largest = { width: 7_300, height: 5_470 };
const largestAvif = { width: 4_900, height: 3_260 };
const password = 'bench-of-uploads';
/** Between two reads, and between two looks at the memory, milliseconds. */
const readEvery = 20;
const lookEvery = 50;

export async function benchUploads(progress: (line: string) => void): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'saluni-bench-uploads-'));
  const stack = await startStack(
    readConfig({ DATA_DIR: dataDir, MAIL_UI_PORT: String(await settablePort()), LOG_LEVEL: 'silent' }),
    () => {},
    new AbortController().signal,
  );
  try {
    await migrateDatabase(stack, () => {});
    await fill(stack.databaseUrl);
    const { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle } = stack.s3;
    const env = {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_FORCE_PATH_STYLE: String(forcePathStyle),
    };
    const server = await startServer(root, stack.databaseUrl, env);
    try {
      progress(`${uploads} pictures at once, the largest of every format`);
      return await measure(server.url, server.pid);
    } finally {
      await server.stop();
    }
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The demo marketplace, and an admin for each upload, as one caller's wait for each other. */
async function fill(databaseUrl: string): Promise<void> {
  const db = connect(createMaintenancePool(databaseUrl, { max: 2 }));
  try {
    await seedSpecializations(db);
    await seedDemo({ db, config: readConfig({ BOOKINGS_PER_HOUR: '0' }) });
    const passwordHash = await hashPassword(password);
    for (let one = 0; one < uploads; one++) {
      await transact(db, (trx) =>
        insertAccount(trx, { role: 'admin', email: emailOf(one), name: 'Bench Admin', passwordHash }),
      );
    }
  } finally {
    await db.destroy();
  }
}

const emailOf = (one: number) => `bench-${one}@example.com`;

async function measure(url: string, pid: number): Promise<Row[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const blank = (size: typeof largest) => sharp({ create: { ...size, channels: 3, background: '#4a1942' } });
  // Each in the way that takes the decoder the most memory.
  const pictures = [
    await sharp({ create: { ...largest, channels: 3, background: '#4a1942', noise } })
      .jpeg({ quality: 40, progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    await blank(largest).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    await blank(largest).webp({ lossless: true, effort: 0 }).toBuffer(),
    await blank(largest).gif({ effort: 1 }).toBuffer(),
    await blank(largestAvif).avif({ effort: 0 }).toBuffer(),
  ];
  const tokens: string[] = [];
  for (let one = 0; one < uploads; one++) tokens.push(await login(url, emailOf(one)));
  const restMiB = residentOfTree(pid);
  let peakMiB = restMiB;
  const times: number[] = [];
  let failedReads = 0;
  const asked: Promise<void>[] = [];
  const timers = [
    setInterval(() => {
      peakMiB = Math.max(peakMiB, residentOfTree(pid));
    }, lookEvery),
    setInterval(() => asked.push(read()), readEvery),
  ];
  async function read(): Promise<void> {
    const begun = performance.now();
    const answer = await fetch(`${url}/professionals/?limit=20`).catch(() => undefined);
    await answer?.arrayBuffer();
    times.push(performance.now() - begun);
    if (answer?.status !== 200) failedReads++;
  }

  const begun = performance.now();
  const answers = await Promise.all(
    tokens.map((token, one) => upload(url, token, pictures[one % pictures.length] ?? Buffer.alloc(0))),
  );
  const seconds = (performance.now() - begun) / 1_000;
  for (const timer of timers) clearInterval(timer);
  await Promise.all(asked);
  const statuses: Record<string, number> = {};
  for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return [
    { what: 'memory at most', now: `${peakMiB.toFixed(0)} MiB (${restMiB.toFixed(0)} at rest)`, goal: 'under 700 MiB' },
    {
      what: `${times.length} reads meanwhile, p99`,
      now: `${quantile(times, 0.99).toFixed(0)} ms, ${failedReads} failed`,
      goal: 'under 300 ms',
    },
    {
      what: `${uploads} uploads in ${seconds.toFixed(1)} s`,
      now: JSON.stringify(statuses),
      goal: 'stored, or 503 with Retry-After',
    },
  ];
}

/** The server and the processes that it has started, MiB. */
function residentOfTree(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [pid, ...children].reduce((sum, one) => sum + (residentOf(one) || 0), 0);
}

async function login(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/login/`, { method: 'POST', body: new URLSearchParams({ username, password }) });
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}

async function upload(url: string, token: string, picture: Buffer): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)]), 'picture');
  const answer = await fetch(`${url}/image/upload?image_type=service`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  await answer.arrayBuffer();
  return answer.status;
}
