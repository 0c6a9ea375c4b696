import { join } from 'node:path';
import { readConfigOrExit } from '#server/config.ts';
import { startPair } from '#server/embedded/postgres-pair.ts';
import { lockDirectory } from '#server/embedded/process-lock.ts';
import { requirePort } from '#server/process/ports.ts';
import { StartError } from '#server/process/start-error.ts';
import { settablePort } from '#server/testing/ports.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { redisFound, startRedis } from '#server/testing/redis.ts';
import { ensureClientBuilt } from '../client-build.ts';
import { runUntilStopped } from '../lifecycle.ts';
import { loginLines, prepareDatabase, startServices } from '../prepare-stack.ts';
import { openBalancer } from './balancer.ts';
import { type Member, startMember } from './members.ts';

/**
 * `npm run cluster`: what docker-compose.yml describes, on one machine without Docker: a proxy, two API processes, two
 * workers, Redis where it is installed, PostgreSQL with a standby, the image store and the inbox. SIGUSR2 restarts all
 * processes of the product, one after another.
 */

const config = readConfigOrExit({ LOG_LEVEL: 'warn', SEED_DEMO: 'true' });
const progress = (line: string) => console.log(line);

await runUntilStopped(async (life) => {
  if (config.databaseUrl !== undefined) throw new StartError('the cluster has servers of its own: unset DATABASE_URL');
  const directory = join(config.dataDir, 'cluster');
  await requirePort('PORT', config.port, config.host);
  const lock = await lockDirectory(directory, 'stack');
  if (!lock) throw new StartError(`a cluster already runs on ${directory}`);
  life.onEnd(() => lock.release());

  const writer = await openProxy('postgres://127.0.0.1:1');
  life.onEnd(() => writer.close());
  const pair = await startPair(
    join(directory, 'postgres'),
    (url) => writer.setTarget(url),
    (line) => progress(`postgres       ${line}`),
  );
  life.onEnd(() => pair.stop());
  const throughProxy = (address: string) => {
    const url = new URL(address);
    url.port = new URL(writer.url).port;
    return url.href;
  };
  const [databaseUrl, migrationDatabaseUrl] = [throughProxy(pair.url), throughProxy(pair.ownerUrl)];

  const redis = redisFound ? await startRedis() : undefined;
  if (redis) life.onEnd(() => redis.stop());
  progress(
    redis ? 'redis          with an append-only file' : 'redis          is not installed: the queue is in PostgreSQL',
  );
  const whole = { ...config, dataDir: directory, databaseUrl, migrationDatabaseUrl };
  const [stack] = await Promise.all([startServices(whole, life, progress), ensureClientBuilt(progress, life.signal)]);
  const logins = await prepareDatabase(whole, stack, progress);

  const { s3, smtpUrl } = stack;
  const common = {
    HOST: '127.0.0.1',
    PUBLIC_URL: config.publicUrl,
    DATABASE_URL: databaseUrl,
    DATABASE_STANDBY: 'true',
    ...(redis ? { REDIS_URL: redis.url } : {}),
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SMTP_URL: smtpUrl,
    TRUST_PROXY: '',
    LOG_LEVEL: config.logLevel,
  };
  const members: Member[] = [];
  const lines: string[] = [];
  const apiPorts: number[] = [];
  for (const name of ['api-1', 'api-2', 'worker-1', 'worker-2']) {
    const [port, metricsPort] = [await settablePort(), await settablePort()];
    const isApi = name.startsWith('api');
    if (isApi) apiPorts.push(port);
    const asked = isApi ? `http://127.0.0.1:${port}/readyz` : `http://127.0.0.1:${metricsPort}/metrics`;
    const isReady = () =>
      fetch(asked).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      );
    const env = { ...common, ROLE: isApi ? 'api' : 'worker', PORT: String(port), METRICS_PORT: String(metricsPort) };
    members.push(startMember(name, env, isReady, progress));
    lines.push(
      `  ${name.padEnd(14)} ${isApi ? `http://127.0.0.1:${port}, ` : ''}metrics and queue on port ${metricsPort}`,
    );
  }
  life.onEnd(async () => {
    await Promise.all(members.map((member) => member.stop()));
  });
  const balancer = await openBalancer(config.host, config.port, apiPorts);
  life.onEnd(() => balancer.close());

  let isRestarting = false;
  process.on('SIGUSR2', () => {
    if (isRestarting) return;
    isRestarting = true;
    restartAll(members)
      .catch((error: unknown) => progress(`failed to restart: ${error}`))
      .finally(() => {
        isRestarting = false;
      });
  });
  console.log(
    [
      '',
      `The cluster is on ${config.publicUrl}; kill -USR2 ${process.pid} restarts it process by process.`,
      ...lines,
      `  Sent mail      ${stack.mailUiUrl ?? smtpUrl}`,
      ...(logins.length > 0 ? ['Demo logins (e-mail, password):', ...loginLines(logins)] : []),
      'Ctrl-C stops everything.',
      '',
    ].join('\n'),
  );
});

async function restartAll(members: Member[]): Promise<void> {
  for (const member of members) {
    await member.restart();
    progress(`${member.name} was restarted (process ${member.pid()})`);
  }
  progress('all processes were restarted');
}
