import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '#server/process/ports.ts';
import { repeat } from '#server/process/repeat.ts';
import { type Cluster, endServer, ensureCluster, ensureDatabase, launch, prepare, superuserUrlOf } from './postgres.ts';
import { type Checker, startChecker } from './postgres-checker.ts';
import { copyToStandby } from './postgres-copy.ts';
import { endOrphan } from './postgres-orphan.ts';
import { ensureRoles } from './postgres-roles.ts';

/** `standby`: whether commits wait for it, so that it has all that was acknowledged. */
type PairState = { writer: string; standby: 'synchronous' | 'away' };

/** One of both: `checkerPort` answers 200 at `/primary` while connections may go to `port` (decision 057). */
export type PairServer = { name: string; port: number; checkerPort: number };

/** Two servers, of which one takes writes and the other has them, too (decision 057). */
export type PostgresPair = {
  /** The database, at the address of whoever takes writes now. */
  url: string;
  ownerUrl: string;
  superuserUrl: string;
  /** Both, the one that took writes first at the start. */
  servers: readonly PairServer[];
  state(): PairState;
  /** The process of the server that takes writes, or of the other one; for tests that kill it. */
  processOf(which: 'writer' | 'standby'): ChildProcess | undefined;
  stop(): Promise<void>;
};

type Server = {
  name: string;
  cluster: Cluster;
  port: number;
  superuserUrl: string;
  checker: Checker;
  child: ChildProcess | undefined;
  /** It took writes that the other one may not have: it is copied anew before it runs again. */
  isStale: boolean;
};

/** How often both are looked at, and how long a standby may take to become the writer, milliseconds. */
const everyMs = 250;
const promotesWithin = 30_000;

const settings = {
  wal_keep_size: '512MB',
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '500ms',
};

/**
 * Starts a writer and a copy of it that streams from it, each with its checker, which lets commits wait for the copy
 * while it is there. When the writer is gone and the copy has all that was acknowledged, the copy takes over, and the
 * former writer becomes its copy.
 */
export async function startPair(directory: string, log: (line: string) => void = () => {}): Promise<PostgresPair> {
  /** Who takes writes; nobody while that changes. */
  let leader: string | undefined;
  const names = ['one', 'two'] as const;
  const clusters = [await clusterOf(directory, 'one'), await clusterOf(directory, 'two')] as const;
  const password = await ensureCluster(clusters[0]);
  const firstPort = await freePort();
  const ports = [firstPort, await freePort([firstPort])] as const;

  async function serverOf(index: 0 | 1): Promise<Server> {
    const name = names[index];
    const superuserUrl = superuserUrlOf(password, ports[index]);
    const isLeader = () => leader === name;
    const checker = await startChecker({ name, superuserUrl, standby: names[1 - index] ?? '', isLeader, log });
    return {
      name,
      cluster: clusters[index],
      port: ports[index],
      superuserUrl,
      checker,
      child: undefined,
      isStale: false,
    };
  }
  const [one, two] = [await serverOf(0), await serverOf(1)];
  /** Which of the two took writes last, for the next start. */
  const note = join(directory, 'writer');
  const last = await readFile(note, 'utf8').catch(() => one.name);
  let [writer, standby] = last === one.name ? [one, two] : [two, one];

  async function run(server: Server): Promise<void> {
    const started = await launch(server.cluster, () => server.port);
    server.child = started.child;
    server.checker.begin();
    started.child.once('exit', () => {
      if (server.child === started.child) server.child = undefined;
    });
  }

  async function runWriter(): Promise<void> {
    await run(writer);
    leader = writer.name;
  }

  async function runStandby(): Promise<void> {
    if (standby.isStale) {
      await copyToStandby(
        { superuserUrl: writer.superuserUrl, cluster: writer.cluster },
        standby.cluster,
        standby.name,
      );
      standby.isStale = false;
    }
    await run(standby);
  }

  async function takeOver(): Promise<void> {
    log(`${writer.name} is gone: ${standby.name} takes over`);
    leader = undefined;
    // It may only be slow: nobody may write to it any more.
    writer.child?.kill('SIGKILL');
    // Where this is broken off, it is neither a copy nor the writer.
    standby.isStale = true;
    if (standby.checker.role() !== 'writer') await promote(standby.superuserUrl);
    [writer, standby] = [standby, writer];
    writer.isStale = false;
    standby.isStale = true;
    await writeFile(note, writer.name);
    leader = writer.name;
  }

  async function look(): Promise<void> {
    const isGone = !writer.child || writer.checker.isGone();
    if (isGone && writer.checker.isSynchronous() && standby.child) await takeOver();
    else if (!writer.child) await runWriter();
    else if (!isGone && writer.checker.role() === 'writer' && !standby.child) await runStandby();
  }

  for (const { cluster } of [writer, standby]) if (existsSync(cluster.data)) await endOrphan(cluster.data, log);
  await run(writer);
  await ensureDatabase(writer.superuserUrl);
  const roles = await ensureRoles(writer.superuserUrl);
  standby.isStale = true;
  await runStandby();
  leader = writer.name;
  const watching = repeat(everyMs, look, (error) => log(`failed to look after the servers: ${error}`));
  const at = (url: string) => {
    const now = new URL(url);
    now.port = String(writer.port);
    return now.href;
  };
  return {
    get url() {
      return at(roles.url);
    },
    get ownerUrl() {
      return at(roles.ownerUrl);
    },
    get superuserUrl() {
      return writer.superuserUrl;
    },
    servers: [writer, standby].map(({ name, port, checker }) => ({ name, port, checkerPort: checker.port })),
    state: () => ({ writer: writer.name, standby: writer.checker.isSynchronous() ? 'synchronous' : 'away' }),
    processOf: (which) => (which === 'writer' ? writer : standby).child,
    async stop() {
      await watching.close();
      for (const { checker } of [writer, standby]) await checker.close();
      // The standby last: the writer's last commits wait for it.
      for (const { child } of [writer, standby]) if (child) await endServer(child);
    },
  };
}

function clusterOf(directory: string, name: string): Promise<Cluster> {
  return prepare(join(directory, name), true, settings);
}

async function promote(superuserUrl: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`select pg_promote(true, ${promotesWithin / 1_000})`);
  } finally {
    client.end().catch(() => {});
  }
}
