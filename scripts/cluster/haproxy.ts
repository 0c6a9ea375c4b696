import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { PairServer } from '#server/embedded/postgres-pair.ts';
import { type Member, startMember } from './members.ts';

/** Debian puts it where only the administrator's PATH leads. */
export const haproxy = ['haproxy', '/usr/sbin/haproxy'].find((program) => spawnSync(program, ['-v']).status === 0);

export type ProxyPlan = {
  host: string;
  port: number;
  /** Of the API processes. */
  api: readonly { name: string; port: number }[];
  /** Where connections to the database are taken, on loopback. */
  databasePort: number;
  /** As its owner, at that port. */
  databaseUrl: string;
  servers: readonly PairServer[];
  /** Where `/NAME` is answered with 200 while the API process of that name is sent requests, on loopback. */
  statePort: number;
};

/** Requests go to API processes that are ready, connections to the database to whoever takes writes. */
function configOf(plan: Omit<ProxyPlan, 'databaseUrl'>): string {
  const { host, port, api, databasePort, servers, statePort } = plan;
  return `global
	maxconn 4000
defaults
	timeout connect 2s
	timeout client 60s
	timeout server 60s
	timeout tunnel 1d
	timeout check 3s
	retries 3

frontend visitors
	mode http
	bind ${host.includes(':') ? `[${host}]` : host}:${port}
	# Nobody else says where a visitor is.
	http-request set-header X-Forwarded-For %[src]
	default_backend api

backend api
	mode http
	balance leastconn
	option httpchk GET /readyz
	http-check expect status 200
	# What no process has received goes to another one.
	option redispatch 1
	http-error status 503 content-type application/json string '{"detail":"Service temporarily unavailable"}' hdr Retry-After 2
	# A process that ends serves for five seconds more, so that one late answer takes nobody out.
	default-server inter 250ms fall 2 rise 1
${api.map((one) => `	server ${one.name} 127.0.0.1:${one.port} check`).join('\n')}

frontend state
	mode http
	bind 127.0.0.1:${statePort}
${api.map(({ name }) => `	http-request return status 200 if { path /${name} } { srv_is_up(api/${name}) }`).join('\n')}
	http-request return status 503

listen database
	mode tcp
	bind 127.0.0.1:${databasePort}
	timeout client 1d
	timeout server 1d
	# At its start it takes each server to be ready until it has asked it, and two never take writes.
	tcp-request connection reject if { nbsrv(database) gt 1 }
	option httpchk GET /primary
	http-check expect status 200
	default-server inter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map((one) => `	server ${one.name} 127.0.0.1:${one.port} check port ${one.checkerPort}`).join('\n')}
`;
}

export async function startHaproxy(
  program: string,
  directory: string,
  plan: ProxyPlan,
  log: (line: string) => void,
): Promise<Member> {
  const file = join(directory, 'haproxy.cfg');
  await writeFile(file, configOf(plan));
  const member = startMember({
    name: 'proxy',
    command: [program, '-q', '-db', '-f', file],
    isReady: () => leadsToWriter(plan.databaseUrl),
    log,
  });
  await member.ready();
  return member;
}

async function leadsToWriter(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is: boolean }>('select not pg_is_in_recovery() as is');
    return rows[0]?.is ?? false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
