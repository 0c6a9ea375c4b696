import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, type QueryResultRow } from 'pg';
import { repeat } from '#server/process/repeat.ts';
import { withTimeout } from '#server/process/with-timeout.ts';

/** What a server is: it takes writes, has a copy of them, or does not answer. */
type ServerRole = 'writer' | 'standby' | 'away';

type Checked = {
  name: string;
  superuserUrl: string;
  /** The name of the other server, by which this one knows its standby. */
  standby: string;
  /** Whether this server is the one that may take writes: a former writer may still run, and believe it is. */
  isLeader(): boolean;
  log(line: string): void;
};

/** Stands beside a server, asks it who it is and tells a proxy over HTTP, as Patroni does (decision 057). */
export type Checker = {
  /** 200 at `/primary` where connections that write may go, at `/replica` where there is a copy; else 503. */
  port: number;
  role(): ServerRole;
  /** Whether the server has not answered so often that it counts as gone. */
  isGone(): boolean;
  /** Whether its standby has all that it acknowledges; after its end, whether it had. */
  isSynchronous(): boolean;
  /** Forgets what was, because the server was started again. */
  begin(): void;
  close(): Promise<void>;
};

/** How often the server is asked, how long it may take to answer, milliseconds, and how often it may fail to. */
const everyMs = 250;
const answersWithin = 1_000;
const mayFail = 4;
/** Looks in a row that have to miss the standby: a server that was killed may answer once more without its sender. */
const missedOften = 2;
/** So many times it is asked over one connection: a server that takes no new ones may still answer those it has. */
const asksOfConnection = 4;

type State = {
  isStandby: boolean;
  /** Whether commits wait. */
  waits: boolean;
  isStreaming: boolean;
  /** Whether the standby has on its disk what was written until commits began to wait. */
  hasAll: boolean | null;
  written: string | null;
};

const question = `select pg_is_in_recovery() as "isStandby",
  current_setting('synchronous_standby_names') <> '' as waits,
  standby.name is not null as "isStreaming", standby.flush_lsn >= $2::pg_lsn as "hasAll",
  case when pg_is_in_recovery() then null else pg_current_wal_lsn()::text end as written
  from (values (1)) one left join
    (select application_name as name, flush_lsn from pg_stat_replication
     where application_name = $1 and state = 'streaming' limit 1) standby on true`;

export async function startChecker({ name, superuserUrl, standby, isLeader, log }: Checked): Promise<Checker> {
  let client: Client | undefined;
  let role: ServerRole = 'away';
  let asks = 0;
  let unanswered = 0;
  let missed = 0;
  let isSynchronous = false;
  /** How far the writer had written when commits began to wait. */
  let since: string | null = null;

  async function connected(): Promise<Client> {
    if (client) return client;
    const opened = new Client({ connectionString: superuserUrl, query_timeout: answersWithin });
    opened.on('error', () => leave(opened));
    try {
      await withTimeout(answersWithin, opened.connect(), 'no connection');
    } catch (error) {
      leave(opened);
      throw error;
    }
    client = opened;
    return opened;
  }

  function leave(left: Client | undefined): void {
    if (client === left) client = undefined;
    left?.end().catch(() => {});
  }

  async function ask<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row | undefined> {
    const asked = await connected();
    return (await withTimeout(answersWithin, asked.query<Row>(text, values), 'no answer')).rows[0];
  }

  async function look(): Promise<void> {
    if (asks++ % asksOfConnection === 0) leave(client);
    try {
      const state = await ask<State>(question, [standby, since]);
      if (!state) return;
      unanswered = 0;
      role = state.isStandby ? 'standby' : 'writer';
      if (role === 'writer' && isLeader()) await followStandby(state);
    } catch (error) {
      leave(client);
      unanswered++;
      const isRefused = (error as { code?: string }).code === 'ECONNREFUSED';
      if (isRefused || unanswered >= mayFail) role = 'away';
    }
  }

  /** Commits wait for the standby while it is there, and for nobody otherwise. */
  async function followStandby({ isStreaming, waits, hasAll, written }: State): Promise<void> {
    missed = isStreaming ? 0 : missed + 1;
    if (waits && !isStreaming && missed < missedOften) return;
    if (isStreaming !== waits) {
      // Before it is told: from then on the standby may lack what is acknowledged.
      isSynchronous = false;
      since = null;
      await ask(`alter system set synchronous_standby_names = '${isStreaming ? standby : ''}'`);
      await ask('select pg_reload_conf()');
      if (!isStreaming) log(`${name} goes on without a standby`);
    } else if (isStreaming && !isSynchronous) {
      // What was acknowledged before commits waited has to be there, too.
      since ??= written;
      if (!hasAll) return;
      isSynchronous = true;
      log(`${standby} has all that ${name} acknowledges`);
    }
  }

  const server = createServer((request, response) => {
    const is: Record<string, boolean> = {
      '/primary': role === 'writer' && isLeader(),
      '/replica': role === 'standby' && !isLeader(),
    };
    response.writeHead(is[request.url ?? ''] ? 200 : 503, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ server: name, role, isLeader: isLeader(), isSynchronous }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const looking = repeat(everyMs, look, (error) => log(`failed to look after ${name}: ${error}`));
  return {
    port: (server.address() as AddressInfo).port,
    role: () => role,
    isGone: () => unanswered >= mayFail,
    isSynchronous: () => isSynchronous,
    begin() {
      leave(client);
      unanswered = 0;
      missed = 0;
      isSynchronous = false;
      since = null;
    },
    async close() {
      await looking.close();
      await client?.end().catch(() => {});
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
