import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { skewedBy } from '#server/testing/processes.ts';
import { redisFound } from '#server/testing/redis.ts';
import { canMount } from './disk.ts';
import { type Stage, until } from './stage.ts';

export type Fault = {
  name: string;
  promises: string;
  /** Processes that cannot answer meanwhile; all others say at `/livez` that they live. */
  kills?: string[];
  /** Somebody who had sent an e-mail could not write that down: it may come again under the same id. */
  repeatsMail?: boolean;
  /** Whether it is one of the short run. */
  short?: boolean;
  /** Servers have disks of their own. */
  disks?: boolean;
  /** Why it cannot be made here. */
  lacks?: () => string | false;
  /** Makes it and ends it. `hold` is how long it lasts, milliseconds. */
  run(stage: Stage, hold: number): Promise<void>;
};

const twoMinutes = 120_000;
const lacksRedis = () => !redisFound && 'redis-server is not installed';
const lacksDisk = () => !canMount() && 'no file system can be mounted';
const processes = ['api-1', 'api-2', 'worker-1', 'worker-2'];

async function kill(stage: Stage, name: string): Promise<void> {
  const member = stage.member(name);
  const pid = member.pid();
  member.signal('SIGKILL');
  await until(10_000, `${name} is not started again`, async () => member.pid() !== pid);
  await member.ready();
}

async function killServers({ cluster: { pair } }: Stage, ...which: ('writer' | 'standby')[]): Promise<void> {
  const killAll = () => {
    for (const one of which) pair.processOf(one)?.kill('SIGKILL');
  };
  killAll();
  await until(20_000, 'nobody notices', async () => {
    const isAway = pair.state().standby === 'away';
    // A standby may be started again sooner than it is missed.
    if (!isAway) killAll();
    return isAway;
  });
}

const writerOf = ({ cluster }: Stage) => cluster.pair.state().writer;

/** A standby that fell behind for a moment does not take over: the writer is started again instead. */
async function untilSynchronous({ cluster: { pair } }: Stage): Promise<void> {
  await until(20_000, 'the standby does not catch up', async () => pair.state().standby === 'synchronous');
}

async function untilPromoted(stage: Stage, former: string): Promise<void> {
  await until(30_000, 'the standby does not take over', async () => writerOf(stage) !== former);
}

/** A fault of the link to the database, for as long as the fault lasts. */
function cut(
  name: string,
  begin: (link: Stage['links']['database']) => unknown,
  end: (link: Stage['links']['database']) => unknown,
): Fault {
  return {
    name: `PostgreSQL is cut off: ${name}`,
    promises: 'O3 O4 O5 B12',
    repeatsMail: true,
    async run({ links: { database } }, hold) {
      await begin(database);
      await delay(hold);
      await end(database);
    },
  };
}

async function asSuperuser(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => {});
  }
}

export const faults: Fault[] = [
  ...processes.map(
    (name): Fault => ({
      name: `kill -9 of ${name}`,
      promises: name.startsWith('api') ? 'B12 B19 O19' : 'J3 J5 O19',
      kills: [name],
      repeatsMail: name.startsWith('worker'),
      short: name === 'api-1',
      run: (stage) => kill(stage, name),
    }),
  ),
  {
    name: 'kill -9 of the proxy',
    promises: 'O19',
    async run({ cluster: { proxy } }) {
      proxy?.signal('SIGKILL');
      await delay(1_000);
      await proxy?.ready();
    },
    repeatsMail: true,
  },
  {
    name: 'kill -9 of the standby',
    promises: 'B12',
    run: (stage) => killServers(stage, 'standby'),
  },
  {
    name: 'kill -9 of the writer: the standby takes over',
    promises: 'B12 B19 O5',
    short: true,
    repeatsMail: true,
    async run(stage, hold) {
      await untilSynchronous(stage);
      const former = writerOf(stage);
      await killServers(stage, 'writer');
      await untilPromoted(stage, former);
      // Bookings go on while the former writer is copied anew.
      await delay(hold);
    },
  },
  {
    name: 'kill -9 of both servers',
    promises: 'B12 O5',
    repeatsMail: true,
    run: (stage) => killServers(stage, 'standby', 'writer'),
  },
  {
    name: 'kill -9 of everything at once',
    promises: 'B12 B19 J2 O19',
    kills: processes,
    repeatsMail: true,
    async run(stage) {
      const { redis } = stage.cluster;
      const all = processes.map((name) => kill(stage, name));
      await Promise.all([killServers(stage, 'standby', 'writer'), redis?.restart(), ...all]);
    },
  },
  {
    name: 'every process is restarted in turn',
    promises: 'O1',
    kills: processes,
    run: ({ cluster }) => cluster.restartAll(),
  },
  {
    name: 'Redis is killed and restarted',
    promises: 'O6 J2',
    lacks: lacksRedis,
    run: async ({ cluster }) => cluster.redis?.restart(),
  },
  {
    name: 'Redis is away',
    promises: 'O6 J10',
    lacks: lacksRedis,
    run: async ({ cluster }, hold) => cluster.redis?.restart(hold),
  },
  {
    name: 'Redis is flushed',
    promises: 'O6 J2',
    lacks: lacksRedis,
    run: async ({ cluster }) => cluster.redis?.flush(),
  },
  cut(
    'refused',
    (link) => link.setRefusing(true),
    (link) => link.setRefusing(false),
  ),
  cut(
    'black hole',
    (link) => link.setFrozen(true),
    (link) => link.setFrozen(false),
  ),
  cut(
    'reset',
    (link) => link.setDown(true),
    (link) => link.setDown(false),
  ),
  cut(
    '100 ms late each way',
    (link) => link.setDelay(100),
    (link) => link.setDelay(0),
  ),
  {
    name: 'the mail server is away',
    promises: 'O8',
    async run({ inbox }, hold) {
      inbox.refuse = { at: 'greeting', code: 421 };
      await delay(hold);
      inbox.refuse = undefined;
    },
  },
  {
    name: 'the image store is away',
    promises: 'O7',
    async run({ links: { storage } }, hold) {
      await storage.setRefusing(true);
      await delay(hold);
      await storage.setRefusing(false);
    },
  },
  {
    name: 'the clock of half of the processes is two minutes wrong',
    promises: 'O10 J6',
    kills: ['api-1'],
    lacks: () => Object.keys(skewedBy(twoMinutes)).length === 0 && 'faketime is not installed',
    async run(stage, hold) {
      const [api, worker] = [stage.member('api-1'), stage.member('worker-1')];
      await Promise.all([
        api.restart(undefined, skewedBy(twoMinutes)),
        worker.restart(undefined, skewedBy(-twoMinutes)),
      ]);
      await delay(hold);
      await Promise.all([api.restart(), worker.restart()]);
    },
  },
  {
    name: 'the writer’s disk is full',
    promises: 'O9',
    disks: true,
    repeatsMail: true,
    lacks: lacksDisk,
    async run(stage, hold) {
      const disk = stage.disks.get(writerOf(stage));
      await disk?.fill();
      await delay(hold);
      disk?.empty();
    },
  },
  {
    name: 'the writer’s disk is full until it ends',
    promises: 'O9 B12',
    disks: true,
    repeatsMail: true,
    lacks: lacksDisk,
    async run(stage, hold) {
      await untilSynchronous(stage);
      const former = writerOf(stage);
      const { superuserUrl } = stage.cluster.pair;
      const disk = stage.disks.get(former);
      await disk?.fill();
      // As days of writing would: the files of the write-ahead log that it has prepared are used up.
      for (let file = 0; file < 20 && writerOf(stage) === former; file++) {
        await asSuperuser(superuserUrl, 'select pg_switch_wal()').catch(() => {});
        await delay(500);
      }
      await untilPromoted(stage, former);
      await delay(hold);
      disk?.empty();
    },
  },
];
