import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { missingPictures } from '#server/backup/pictures.ts';
import { environmentWith, readConfig } from '#server/config.ts';
import { connect, createMaintenancePool, type Database } from '#server/db/connect.ts';
import { findBroken } from '#server/db/invariants.ts';
import { createImageStore } from '#server/images/store.ts';
import { findCorruption } from '#server/testing/corruption.ts';
import { type Inbox, openInbox } from '#server/testing/inbox.ts';
import { settablePort } from '#server/testing/ports.ts';
import { openProxy, type TestProxy } from '#server/testing/proxy.ts';
import { type Cluster, type ClusterMember, openCluster } from '../cluster/start.ts';
import { findFaults, type Mail, type Stored } from './checker.ts';
import { type Disk, openDisk } from './disk.ts';
import { type History, openHistory } from './history.ts';
import { createLoad, type Load } from './load.ts';
import { openMarket, processOf } from './market.ts';

/** Nobody is limited: all that is booked comes from one address. */
const unlimited = {
  RATE_LIMIT_PER_MINUTE: '0',
  WAITLIST_SIGNUPS_PER_HOUR: '0',
  BOOKINGS_PER_HOUR: '0',
  MESSAGES_PER_HOUR: '0',
};

/** What the queue had in hand when it was lost is handed over again after a minute; J2 allows 90 seconds. */
const drainsWithin = 150_000;
const wellWithin = 60_000;
/** The lost server is copied anew, on a machine that may have other work. */
const wholeWithin = 150_000;

/** A cluster under the checker's eyes. */
export type Stage = {
  cluster: Cluster;
  /** Between the processes and the database, or the image store. */
  links: { database: TestProxy; storage: TestProxy };
  inbox: Inbox;
  /** Of each server of the database, where that was asked for. */
  disks: Map<string, Disk>;
  history: History;
  load: { start(): Load };
  member(name: string): ClusterMember;
  /** Waits until every process says that it can serve. */
  well(): Promise<void>;
  /** Waits until nothing is degraded any more, and the standby has everything. */
  whole(): Promise<void>;
  /** Waits until nothing is left to do. */
  drained(): Promise<void>;
  /** What does not hold of all that happened so far, and how many e-mails came again under the same id. */
  check(): Promise<{ faults: string[]; copies: number }>;
  /** What is damaged in the database's files. */
  damage(): Promise<string[]>;
  close(): Promise<void>;
};

/** `disks`: each server of the database has a disk of its own, which can be filled. */
export async function openStage(
  historyFile: string,
  { disks: hasDisks = false, progress = () => {} }: { disks?: boolean; progress?: (line: string) => void } = {},
): Promise<Stage> {
  const closers: (() => Promise<unknown>)[] = [];
  async function close(): Promise<void> {
    for (const end of closers.splice(0).reverse()) await end();
  }
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'saluni-chaos-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
    const disks = new Map<string, Disk>();
    for (const name of hasDisks ? ['one', 'two'] : []) {
      const folder = join(dataDir, 'cluster', 'postgres', name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const disk = await openDisk(folder);
      closers.push(disk.close);
      disks.set(name, disk);
    }
    const inbox = await openInbox();
    closers.push(inbox.close);
    const links: Partial<Stage['links']> = {};
    const port = await settablePort();
    const config = readConfig({
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      SMTP_URL: inbox.url,
      SEED_DEMO: 'false',
      LOG_LEVEL: environmentWith({}).LOG_LEVEL ?? 'fatal',
    });
    const cluster = await openCluster(
      config,
      {
        envOf: () => unlimited,
        async between(service, address) {
          if (service !== 'database' && service !== 'storage') return address;
          const link = await openProxy(address);
          closers.push(link.close);
          links[service] = link;
          return link.url.replace(/\/$/, '');
        },
      },
      progress,
    );
    closers.push(cluster.stop);
    const { database, storage } = links;
    if (!database || !storage) throw new Error('the cluster asked for no links');

    const db = connect(createMaintenancePool(cluster.databaseUrl, { max: 4 }));
    closers.push(() => db.destroy());
    const images = createImageStore(cluster.services.s3, () => {});
    closers.push(images.close);
    const history = openHistory(historyFile);
    const mails: Mail[] = [];

    async function check(): Promise<{ faults: string[]; copies: number }> {
      for (const { to, subject, text, calendar, messageId } of inbox.emails.splice(0)) {
        const file = calendar?.content.replaceAll(/\r?\n[ \t]/g, '') ?? '';
        mails.push({ to, subject, text: text + file, messageId });
      }
      const broken = await findBroken(db);
      const missing = await missingPictures(db, images);
      return {
        faults: [
          ...findFaults(history.entries, await storedIn(db), mails),
          ...broken.map(({ name, count, ids }) => `${name}: ${count} times not, ${ids.join(' ')}`),
          ...missing.map((key) => `A9: the file of picture ${key} is missing`),
        ],
        copies: mails.length - new Set(mails.map(({ messageId }) => messageId)).size,
      };
    }

    return {
      cluster,
      links: { database, storage },
      inbox,
      disks,
      history,
      load: createLoad(cluster.url, history, await openMarket(db)),
      member(name) {
        const found = cluster.members.find((member) => member.name === name);
        if (!found) throw new Error(`no process is called ${name}`);
        return found;
      },
      well: () =>
        until(wellWithin, 'not everybody can serve', async () => !(await statesOf(cluster)).includes('unready')),
      whole: () => until(wholeWithin, 'something is missing', () => isWhole(cluster)),
      drained: () => until(drainsWithin, 'something is left to do', async () => (await openRows(db)) === 0),
      check,
      damage: () => findCorruption(cluster.pair.superuserUrl),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws when it does not happen in time. */
export async function until(within: number, otherwise: string, condition: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + within; Date.now() < giveUpAt; await delay(100))
    if (await condition().catch(() => false)) return;
  throw new Error(`${otherwise} after ${within / 1_000} seconds`);
}

/** Of each process: `unready`, or what it says at `/readyz`. */
function statesOf({ members }: Cluster): Promise<string[]> {
  const states = members.map(async ({ url, ready }) => {
    if (url === undefined) return ready().then(() => 'ok');
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
    const { status } = (await answer.json()) as { status: string };
    return answer.ok ? status : 'unready';
  });
  return Promise.all(states);
}

async function isWhole(cluster: Cluster): Promise<boolean> {
  if (cluster.pair.state().standby !== 'synchronous') return false;
  return (await statesOf(cluster)).every((status) => status === 'ok');
}

async function openRows(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (
    (select count(*) from outbox where done_at is null and dead_at is null)
    + (select count(*) from deliveries where sent_at is null and skipped_at is null and dead_at is null))::int as count`.execute(
    db,
  );
  return rows[0]?.count ?? -1;
}

async function storedIn(db: Database): Promise<Stored> {
  const [bookings, events, emails, waiting, pictures] = await Promise.all([
    db
      .selectFrom('bookings as b')
      .leftJoin('reschedules as r', (join) =>
        join.onRef('r.professional_id', '=', 'b.professional_id').onRef('r.booking_id', '=', 'b.id'),
      )
      .select(['b.id', 'b.notes', 'b.professional_id', 'b.status', 'b.start_time', 'b.end_time', 'r.status as request'])
      .execute(),
    db
      .selectFrom('outbox')
      .select(['id', 'event', sql<string>`payload ->> 'booking_id'`.as('booking')])
      .where('event', 'like', 'booking.%')
      .execute(),
    db
      .selectFrom('deliveries')
      .select([
        'event_id as event',
        sql<string>`case when sent_at is not null then 'sent' when skipped_at is not null then 'skipped'
          when dead_at is not null then 'dead' else 'open' end`.as('state'),
      ])
      .execute(),
    db.selectFrom('waitlist_entries').select('email').execute(),
    db.selectFrom('images').select('id').execute(),
  ]);
  return {
    bookings: bookings.map(({ id, notes, professional_id, status, start_time, end_time, request }) => ({
      id,
      process: processOf(notes),
      professional: professional_id,
      status,
      start: Date.parse(start_time),
      end: Date.parse(end_time),
      request: request ?? 'none',
    })),
    events,
    emails,
    waiting: waiting.map(({ email }) => email),
    pictures: pictures.map(({ id }) => id),
  };
}
