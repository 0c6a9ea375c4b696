import { performance } from 'node:perf_hooks';
import { type Config, readConfigOrExit } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Stack } from '#server/embedded/stack.ts';
import { builtWeb } from '#server/http/web.ts';
import { type Running, refuseLossyRedis, startServer } from '#server/main.ts';
import { portError } from '#server/process/ports.ts';
import type { DemoLogin } from '#server/seed/demo.ts';
import { builtClient, builtServer, ensureClientBuilt } from './client-build.ts';
import { type Life, runUntilStopped } from './lifecycle.ts';
import { loginLines, prepareDatabase, startServices } from './prepare-stack.ts';

/** `npm start`: the whole stack on one machine, with a line of progress for each step. */

// A line for each request would push the addresses and logins off the screen.
const config = readConfigOrExit({ LOG_LEVEL: 'warn' });
const needsClient = config.role !== 'worker';

await runUntilStopped(async (life) => {
  // First, because a refusal has to come within five seconds (contract 1).
  await refuseLossyRedis(config);
  progress(`Saluni starts on ${config.dataDir}`);
  const stack = await startParts(life);
  life.signal.throwIfAborted();
  const logins = await prepareDatabase(config, stack, progress);
  life.signal.throwIfAborted();
  const server = await startServer(
    config,
    stack,
    needsClient ? (deps: Deps) => builtWeb(builtClient, deps, builtServer) : undefined,
  ).catch(explainPort);
  life.onEnd(() => server.close({ drain: life.signal.reason === 'SIGTERM' }));
  stack.lock.describe('running');
  announce(config, stack, server, logins);
});

/** Starts the services and builds the client at the same time. */
async function startParts(life: Life): Promise<Stack> {
  const [stack] = await Promise.all([
    startServices(config, life, progress),
    needsClient ? ensureClientBuilt(progress, life.signal) : undefined,
  ]);
  return stack;
}

function explainPort(error: NodeJS.ErrnoException): never {
  if (error.syscall === 'listen') throw portError('PORT', config.port, config.host, error);
  throw error;
}

function announce({ publicUrl, metricsPort, metricsHost }: Config, stack: Stack, server: Running, logins: DemoLogin[]) {
  const seconds = (performance.now() / 1000).toFixed(1);
  const lines = [
    '',
    `Saluni is ready after ${seconds} seconds.`,
    ...(server.address === '' ? [] : [`  Web client     ${publicUrl}`, `  API            ${publicUrl}/docs`]),
    ...(stack.mailUiUrl === undefined ? [] : [`  Sent mail      ${stack.mailUiUrl}`]),
    ...(metricsPort === undefined ? [] : [`  Metrics        http://${metricsHost}:${metricsPort}/metrics`]),
    ...(logins.length === 0 ? [] : ['Demo logins (e-mail, password):']),
    ...loginLines(logins),
    'Ctrl-C stops everything.',
    '',
  ];
  console.log(lines.join('\n'));
}

function progress(line: string) {
  console.log(line);
}
