import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { repeat } from '#server/outbox/relay.ts';
import { freePort } from '#server/process/ports.ts';
import { withTimeout } from '#server/process/with-timeout.ts';
import { type Cluster, endServer, ensureCluster, ensureDatabase, launch, prepare, superuserUrlOf } from './postgres.ts';
import { copyToStandby } from './postgres-copy.ts';
import { endOrphan } from './postgres-orphan.ts';
import { ensureRoles } from './postgres-roles.ts';

/** `standby`: whether commits wait for it, so that it has all that was acknowledged. */
export type PairState = { writer: string; standby: 'synchronous' | 'away' };

/** Two servers, of which one takes writes and the other has them, too (decision 058). */
export type PostgresPair = {
  /** The database, at the address of whoever takes writes now. */
  url: string;
  ownerUrl: string;
  superuserUrl: string;
  state(): PairState;
  /** The process of the server that takes writes, or of the other one; for tests that kill it. */
  processOf(which: 'writer' | 'standby'): ChildProcess | undefined;
  stop(): Promise<void>;
};

type Server = {
  name: string;
  cluster: Cluster;
  port: number;
  child: ChildProcess | undefined;
  /** It took writes that the other one may not have: it is copied anew before it runs again. */
  isStale: boolean;
};

/** How often both are looked at, how long one may take to answer, and how often it may fail to, milliseconds. */
const everyMs = 250;
const answersWithin = 1_000;
const mayFail = 4;

const settings = {
  wal_keep_size: '512MB',
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '500ms',
};

/**
 * Starts a writer and a copy of it that streams from it. Commits wait for the copy while it is there; when it is gone
 * they go on without it, and the copy comes back by itself. When the writer is gone and the copy has all that was
 * acknowledged, the copy takes over, and the former writer becomes its copy. `onWriter` hears where connections are to
 * go, and of undefined while nowhere.
 */
export async function startPair(
  directory: string,
  onWriter: (superuserUrl: string | undefined) => void,
  log: (line: string) => void = () => {},
): Promise<PostgresPair> {
  const one = await serverOf(directory, 'one');
  const two = await serverOf(directory, 'two', [one.port]);
  const password = await ensureCluster(one.cluster);
  const urlOf = ({ port }: Server) => superuserUrlOf(password, port);
  /** Which of the two took writes last, for the next start. */
  const note = join(directory, 'writer');
  const last = await readFile(note, 'utf8').catch(() => one.name);
  let [writer, standby] = last === one.name ? [one, two] : [two, one];
  let isSynchronous = false;
  let failures = 0;

  async function run(server: Server): Promise<void> {
    const started = await launch(server.cluster, () => server.port);
    server.child = started.child;
    started.child.once('exit', () => {
      if (server.child === started.child) server.child = undefined;
    });
  }

  /** Commits wait for the standby, or for nobody. */
  async function setSynchronous(next: boolean): Promise<void> {
    await ask(urlOf(writer), `alter system set synchronous_standby_names = '${next ? standby.name : ''}'`);
    await ask(urlOf(writer), 'select pg_reload_conf()');
    isSynchronous = next;
    log(next ? `${standby.name} has all that ${writer.name} acknowledges` : `${writer.name} goes on without a standby`);
  }

  async function runStandby(): Promise<void> {
    if (standby.isStale) {
      await copyToStandby({ superuserUrl: urlOf(writer), cluster: writer.cluster }, standby.cluster, standby.name);
      standby.isStale = false;
    }
    await run(standby);
  }

  async function takeOver(): Promise<void> {
    log(`${writer.name} is gone: ${standby.name} takes over`);
    onWriter(undefined);
    // It may only be slow: nobody may write to it any more.
    writer.child?.kill('SIGKILL');
    await ask(urlOf(standby), 'select pg_promote(true, 30)', 35_000);
    [writer, standby] = [standby, writer];
    await writeFile(note, writer.name);
    standby.isStale = true;
    isSynchronous = false;
    onWriter(urlOf(writer));
  }

  async function look(): Promise<void> {
    const streams = await isStreaming(urlOf(writer), standby.name).catch(() => undefined);
    if (streams === undefined) {
      failures++;
      if (writer.child && failures < mayFail) return;
      failures = 0;
      if (isSynchronous && standby.child) return takeOver();
      if (!writer.child) await run(writer);
      return;
    }
    failures = 0;
    if (streams !== isSynchronous) await setSynchronous(streams);
    if (!standby.child) await runStandby();
  }

  for (const { cluster } of [writer, standby]) if (existsSync(cluster.data)) await endOrphan(cluster.data, log);
  await run(writer);
  await ensureDatabase(urlOf(writer));
  const roles = await ensureRoles(urlOf(writer));
  standby.isStale = true;
  await runStandby();
  onWriter(urlOf(writer));
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
      return urlOf(writer);
    },
    state: () => ({ writer: writer.name, standby: isSynchronous ? 'synchronous' : 'away' }),
    processOf: (which) => (which === 'writer' ? writer : standby).child,
    async stop() {
      await watching.close();
      // The standby last: the writer's last commits wait for it.
      for (const { child } of [writer, standby]) if (child) await endServer(child);
    },
  };
}

async function serverOf(directory: string, name: string, except: number[] = []): Promise<Server> {
  const cluster = await prepare(join(directory, name), true, settings);
  return { name, cluster, port: await freePort(except), child: undefined, isStale: false };
}

/** Whether the standby gets what the writer writes. */
async function isStreaming(url: string, name: string): Promise<boolean> {
  const rows = await ask<{ state: string }>(
    url,
    `select state from pg_stat_replication where application_name = '${name}' and state = 'streaming'`,
  );
  return rows.length > 0;
}

async function ask<Row extends object>(url: string, text: string, within = answersWithin): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: within, query_timeout: within });
  client.on('error', () => {});
  try {
    await withTimeout(within, client.connect(), 'no connection');
    return (await client.query<Row>(text)).rows;
  } finally {
    client.end().catch(() => {});
  }
}
