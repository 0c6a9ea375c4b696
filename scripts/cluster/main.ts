import { readConfigOrExit } from '#server/config.ts';
import { runUntilStopped } from '../lifecycle.ts';
import { loginLines } from '../prepare-stack.ts';
import { startCluster } from './start.ts';

/** `npm run cluster`. SIGUSR2 restarts all processes of the product, one after another. */

const config = readConfigOrExit({ LOG_LEVEL: 'warn', SEED_DEMO: 'true' });
const progress = (line: string) => console.log(line);

await runUntilStopped(async (life) => {
  const cluster = await startCluster(config, life, progress);
  let isRestarting = false;
  process.on('SIGUSR2', () => {
    if (isRestarting) return;
    isRestarting = true;
    cluster
      .restartAll()
      .catch((error: unknown) => progress(`failed to restart: ${error}`))
      .finally(() => {
        isRestarting = false;
      });
  });
  const { members, services, logins, proxy } = cluster;
  console.log(
    [
      '',
      `The cluster is on ${config.publicUrl}; kill -USR2 ${process.pid} restarts it process by process.`,
      ...members.map(
        (one) =>
          `  ${one.name.padEnd(14)} process ${one.pid()}, ` +
          `${one.url ? `${one.url}, ` : ''}metrics and queue on port ${one.metricsPort}`,
      ),
      `  proxy          ${proxy ? `haproxy, process ${proxy.pid()}` : 'of the tests'}`,
      `  Sent mail      ${services.mailUiUrl ?? services.smtpUrl}`,
      ...(logins.length > 0 ? ['Demo logins (e-mail, password):', ...loginLines(logins)] : []),
      'Ctrl-C stops everything.',
      '',
    ].join('\n'),
  );
});
