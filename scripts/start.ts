import { performance } from 'node:perf_hooks';
import { type Config, readConfigOrExit } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Deps } from '#server/deps.ts';
import { portError } from '#server/embedded/ports.ts';
import { type Stack, startStack } from '#server/embedded/stack.ts';
import { createDeps, type Running, refuseLossyRedis, startServer } from '#server/main.ts';
import { type DemoLogin, demoLogins, seedDemo } from '#server/seed/demo.ts';
import { seedSpecializations } from '#server/seed/specializations.ts';
import { builtWeb } from '#server/web.ts';
import { builtClient, ensureClientBuilt } from './client-build.ts';
import { type Life, runUntilStopped } from './lifecycle.ts';

/** `npm start`: the whole stack on one machine, with a line of progress for each step. */

const config = readConfigOrExit();
const needsClient = config.role !== 'worker';

await runUntilStopped(async (life) => {
  // Before anything that takes long: the operator has five seconds' patience with a refusal (contract 1).
  await refuseLossyRedis(config);
  progress(`Saluni starts on ${config.dataDir}`);
  const stack = await startParts(life);
  life.signal.throwIfAborted();
  const logins = await prepareDatabase(stack);
  life.signal.throwIfAborted();
  const server = await startServer(config, stack, needsClient ? (deps: Deps) => builtWeb(builtClient, deps) : undefined).catch(explainPort);
  life.onEnd(() => server.close({ drain: life.signal.reason === 'SIGTERM' }));
  stack.lock.describe('running');
  announce(config, stack, server, logins);
});

/** Services and build at once. Whatever comes of the build, services that were started are stopped at the end. */
async function startParts({ signal, onEnd }: Life): Promise<Stack> {
  const starting = startStack(config, progress, signal);
  onEnd(() =>
    starting.then(
      (stack) => stack.stop(),
      () => {},
    ),
  );
  const [stack] = await Promise.all([starting, needsClient ? ensureClientBuilt(progress, signal) : undefined]);
  return stack;
}

async function prepareDatabase(stack: Stack): Promise<DemoLogin[]> {
  const { deps, close } = createDeps(config, stack);
  try {
    const applied = await migrate(deps.db);
    progress(`migrations     ${applied.length === 0 ? 'up to date' : `${applied.length} applied`}`);
    await seedSpecializations(deps.db);
    if (config.seedDemo) await seedDemo(deps, (line) => progress(`demo           ${line}`));
    return await demoLogins(deps.db);
  } finally {
    await close();
  }
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
    ...logins.map(({ role, email, password }) => `  ${role.padEnd(14)} ${email.padEnd(24)} ${password}`),
    'Ctrl-C stops everything.',
    '',
  ];
  console.log(lines.join('\n'));
}

function progress(line: string) {
  console.log(line);
}
