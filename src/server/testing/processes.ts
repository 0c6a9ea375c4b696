import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { environmentWith } from '#server/config.ts';
import { settablePort } from '#server/testing/ports.ts';
import { testEnv } from './app.ts';

/** As in production, so that a process is ready sooner. */
const compileCache = new URL('../../../scripts/compile-cache.js', import.meta.url).href;

type Answered = { status: number; text: string };
export type ServerProcess = {
  pid: number;
  /** Without a trailing slash. */
  url: string;
  /** Calls over a real connection; rejects when the process dies before its answer. */
  call(token: string, method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answered>;
  /** kill -9. */
  kill(): Promise<unknown>;
  /** SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
};

/**
 * The library of `faketime`, where this machine has it: it shifts the clock of a whole process. Without it,
 * JavaScript's clock is shifted.
 */
const faketime = spawnSync('faketime', ['-f', '+0s', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).stdout?.trim();

/** The environment of a process whose clock is shifted by so many milliseconds. Its timers run on as they are. */
export function skewedBy(milliseconds: number): Record<string, string> {
  if (milliseconds === 0 || !faketime) return {};
  return {
    LD_PRELOAD: faketime,
    FAKETIME: `${milliseconds > 0 ? '+' : ''}${milliseconds / 1_000}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

/** A Node option that shifts the process's clock by so many milliseconds, before anything else is loaded. */
function shiftedClock(milliseconds: number): string {
  const code = `const Real = Date; const now = () => Real.now() + (${milliseconds});
    globalThis.Date = class extends Real {
      constructor(...given) { super(...(given.length > 0 ? given : [now()])); }
      static now() { return now(); }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/**
 * Starts a server process that tests may kill: `role` is its ROLE, `skew` shifts its clock, milliseconds, `onOutput`
 * gets what it logs. `pages`: the folders of the client's builds, for browsers and for the server.
 */
export async function startProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  role: 'api' | 'worker' | 'all' = 'api',
  skew = 0,
  onOutput?: (text: string) => void,
  pages: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await settablePort();
  const given = { ...testEnv, DATABASE_URL: databaseUrl, PORT: String(port), ROLE: role, ...env };
  const options = ['--disable-warning=ExperimentalWarning', '--import', compileCache];
  const child = fork(fileURLToPath(new URL('./api-process.ts', import.meta.url)), pages, {
    env: environmentWith({ ...given, ...skewedBy(skew) }),
    execArgv: skew === 0 || faketime ? options : [...options, shiftedClock(skew)],
    stdio: ['ignore', onOutput ? 'pipe' : 'ignore', 'inherit', 'ipc'],
  });
  if (onOutput) child.stdout?.setEncoding('utf8').on('data', onOutput);
  const exited = once(child, 'exit');
  const [message] = (await Promise.race([once(child, 'message'), exited.then(() => [undefined])])) as [unknown];
  if (message === undefined) throw new Error('a process of the test ended at its start');
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    return (await exited)[0] as number | null;
  };
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    async call(token, method, path, body, headers = {}) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.status, text: await answer.text() };
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
