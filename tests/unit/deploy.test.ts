import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config.ts';

type Service = {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  deploy?: { replicas?: number };
  depends_on?: Record<string, { condition: string }>;
};
type Compose = {
  services: Record<string, Service>;
  volumes: object;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
};

const text = readFileSync('docker-compose.yml', 'utf8');
const compose = parse(text, { merge: true }) as Compose;
/** Whether this machine has what reads the file in earnest; no npm package provides it. */
const composeFound = spawnSync('docker', ['compose', 'version']).status === 0;

const secrets = {
  POSTGRES_PASSWORD: 'owner-secret',
  S3_ACCESS_KEY_ID: 'access-key',
  S3_SECRET_ACCESS_KEY: 'secret-key',
};

/** Every variable that the program reads. */
function variablesRead(): string[] {
  const names = new Set<string>();
  const recorder = new Proxy({} as Record<string, string | undefined>, {
    get(_target, name) {
      names.add(String(name));
      return undefined;
    },
  });
  readConfig(recorder);
  return [...names].sort();
}

function rolesOf(role: string): number {
  const services = Object.values(compose.services).filter((service) => service.environment?.ROLE === role);
  return services.reduce((sum, service) => sum + (service.deploy?.replicas ?? 1), 0);
}

test.skipIf(!composeFound)('docker compose takes docker-compose.yml (where Docker has compose)', () => {
  const env = { ...process.env, ...secrets };
  const { status, stderr } = spawnSync('docker', ['compose', 'config', '--quiet'], { env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

test('the stack has the shape of production: two processes of each role, a durable Redis, PostgreSQL 18 with a standby', () => {
  expect(rolesOf('api')).toBeGreaterThanOrEqual(2);
  expect(rolesOf('worker')).toBeGreaterThanOrEqual(2);
  expect(readFileSync('deploy/postgres/Dockerfile', 'utf8')).toMatch(/^FROM postgres:18$/m);
  for (const name of ['postgres-1', 'postgres-2']) {
    const { image, environment } = compose.services[name] ?? {};
    expect([image, environment?.PATRONI_NAME]).toEqual(['saluni-postgres', name]);
    expect(environment?.PATRONI_POSTGRESQL_CONNECT_ADDRESS).toBe(`${name}:5432`);
  }
  expect(compose.services.redis?.command?.join(' ')).toBe(
    'redis-server --appendonly yes --maxmemory-policy noeviction',
  );
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(['proxy', 'migrate', 's3', 'mail']));
  for (const name of ['api-1', 'api-2', 'worker']) {
    expect(compose.services[name]?.depends_on?.migrate?.condition).toBe('service_completed_successfully');
  }
});

/**
 * What compose puts in the place of `${NAME:-default}` and `${NAME:?message}`. Throws the message of a variable that is
 * required and not set.
 */
function filled(value: string, env: Record<string, string>): string {
  const inner = value.replace(/\$\{([A-Z0-9_]+):([-?])([^${}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    if (env[name]) return env[name];
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return rest;
  });
  return inner === value ? value : filled(inner, env);
}

test.each(Object.keys(secrets))('without %s docker compose refuses to start', (name) => {
  const without: Record<string, string> = { ...secrets, [name]: '' };
  const uses = text.split('\n').filter((line) => line.includes(`\${${name}:`));
  expect(uses.length).toBeGreaterThan(1);
  for (const line of uses) expect(() => filled(line, without)).toThrow(`${name}: set it in a file named .env`);
  for (const line of uses) expect(filled(line, secrets)).toContain(secrets[name as keyof typeof secrets]);
});

test('the owner of the tables is known to migrations alone, and the application is another role', () => {
  const databaseOf = (name: string) =>
    readConfig(environmentOf(name, { ...secrets, POSTGRES_APP_PASSWORD: 'app-secret' }));
  const owner = 'postgres://saluni:owner-secret@postgres:5432/saluni';
  const application = 'postgres://saluni_app:app-secret@postgres:5432/saluni';
  expect(databaseOf('migrate')).toMatchObject({ databaseUrl: application, migrationDatabaseUrl: owner });
  for (const name of ['api-1', 'api-2', 'worker']) {
    expect(databaseOf(name).databaseUrl).toBe(application);
    expect(JSON.stringify(environmentOf(name, { ...secrets, POSTGRES_APP_PASSWORD: 'app-secret' }))).not.toContain(
      'owner-secret',
    );
  }
});

function environmentOf(name: string, env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [key, filled(value, env)]),
  );
}

test('every process of the stack gets an environment that readConfig accepts and reads completely', () => {
  for (const name of ['api-1', 'api-2', 'worker', 'migrate']) {
    const config = readConfig(environmentOf(name, secrets));
    expect(config).toMatchObject({
      host: '0.0.0.0',
      publicUrl: 'http://localhost:3000',
      databaseUrl: 'postgres://saluni_app:owner-secret@postgres:5432/saluni',
      redisUrl: 'redis://redis:6379',
      smtpUrl: 'smtp://mail:1025',
      s3: { endpoint: 'http://s3:9000', bucket: 'saluni', accessKeyId: 'access-key', secretAccessKey: 'secret-key' },
      trustProxy: [compose.networks.default.ipam.config[0]?.subnet],
    });
    const unknown = Object.keys(compose.services[name]?.environment ?? {}).filter(
      (key) => !variablesRead().includes(key),
    );
    expect(unknown).toEqual([]);
  }
});

test('a file .env can set every variable that is read, except those that docker-compose.yml fixes', () => {
  const fixed = ['DATA_DIR', 'HOST', 'METRICS_HOST', 'METRICS_PORT', 'ROLE'];
  expect(variablesRead().filter((name) => !text.includes(`\${${name}:`))).toEqual(fixed);
});

test('commits wait for a standby, and connections go to whoever Patroni says takes writes', () => {
  const patroni = parse(readFileSync('deploy/postgres/patroni.yml', 'utf8')) as {
    bootstrap: { dcs: Record<string, unknown> };
    postgresql: { basebackup: object[] };
  };
  const { ttl, loop_wait, retry_timeout, synchronous_mode } = patroni.bootstrap.dcs;
  expect(synchronous_mode).toBe(true);
  // What Patroni requires.
  expect(Number(ttl)).toBeGreaterThanOrEqual(Number(loop_wait) + 2 * Number(retry_timeout));
  // A new standby would wait for minutes, while the writer spreads a checkpoint out.
  expect(patroni.postgresql.basebackup).toContainEqual({ checkpoint: 'fast' });
  const proxy = readFileSync('deploy/haproxy.cfg', 'utf8');
  expect(proxy).toContain('option httpchk GET /primary');
  expect(proxy).toContain('on-marked-down shutdown-sessions');
  const servers = [...proxy.matchAll(/^\tserver (\S+) (\S+) check port 8008$/gm)].map(([, name, address]) => [
    name,
    address,
  ]);
  expect(servers).toEqual([
    ['postgres-1', 'postgres-1:5432'],
    ['postgres-2', 'postgres-2:5432'],
  ]);
  expect(readConfig(environmentOf('api-1', secrets)).databaseStandby).toBe(true);
});

test('the proxy sends requests to every API process that is ready, and none about health from outside', () => {
  const proxy = readFileSync('deploy/Caddyfile', 'utf8');
  const upstreams = /reverse_proxy ([^{]+) \{/.exec(proxy)?.[1]?.split(' ');
  expect(upstreams).toEqual(['api-1:3000', 'api-2:3000']);
  expect(proxy).toContain('health_uri /readyz');
  // A stopping process says so for five seconds; one late answer takes nobody out.
  const setting = (name: string) => Number(new RegExp(`health_${name} (\\d+)s?$`, 'm').exec(proxy)?.[1]);
  expect(setting('fails')).toBeGreaterThan(1);
  expect(setting('interval') * setting('fails')).toBeLessThan(5);
  // Nobody waits for a slow start to be healthy: the proxy asks by itself.
  expect(compose.services.proxy?.depends_on?.['api-1']?.condition).toBe('service_started');
  expect(proxy).toMatch(/@internal path \/livez .*\/readyz .*\/metrics.*\n\s*respond @internal 404/);
});

test('.env.example lists every variable that is read, with its default, and no other', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  const listed = lines.flatMap((line) => /^#?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? []);
  expect(listed.sort()).toEqual(variablesRead());
  const set = Object.fromEntries(
    lines.flatMap((line) => (/^[A-Z]/.test(line) ? [line.split(/=(.*)/s).slice(0, 2)] : [])),
  );
  expect(readConfig(set)).toEqual(readConfig({}));
});
