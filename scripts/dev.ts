import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { join, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { environmentWith, readConfigOrExit } from '#server/config.ts';
import type { Stack } from '#server/embedded/stack.ts';
import { isRendered } from '#server/http/rendering.ts';
import { withHead } from '#server/http/web.ts';
import { freePort } from '#server/process/ports.ts';
import { openPushService } from '#server/testing/push-service.ts';
import { escapeHtml } from '#shared/html.ts';
import { CallRefusal, type Embedded, embeddedId, type RenderPage, scriptJson } from '#shared/rendering.ts';
import { answerPushes } from './dev-pushes.ts';
import { pageHeader } from './dev-server.ts';
import { runUntilStopped } from './lifecycle.ts';
import { loginLines, prepareDatabase, startServices } from './prepare-stack.ts';

/**
 * `npm run dev`: one port for everything. Vite serves the client's sources and replaces them in the open page; every
 * other request is forwarded to the server, a process of its own that is restarted when its sources change.
 */

const root = join(import.meta.dirname, '..');
const watched = ['src/server', 'src/shared', 'migrations'];
const settleMs = 80;
const timeoutMs = 20_000;
/** As much of the server's last words is shown, characters. */
const failureLength = 8_000;

const config = readConfigOrExit();

await runUntilStopped(async (life) => {
  const { signal, onEnd } = life;
  const stack = await startServices(config, life, progress);
  const logins = await prepareDatabase(config, stack, progress);
  signal.throwIfAborted();

  const port = await freePort();
  const server = createServer();
  const vite = await createVite({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'src/client'),
    appType: 'custom',
    clearScreen: false,
    server: { middlewareMode: true, hmr: { server } },
  });
  onEnd(() => vite.close());
  const pushes = await openPushService();
  onEnd(() => pushes.close());
  const api = keepServer(serverEnvironment(stack, port, pushes.origin), vite.watcher);
  onEnd(api.stop);
  server.on('request', (request, response) => {
    if (request.url === '/pushes') return answerPushes(request, response, pushes);
    vite.middlewares(request, response, () => forward(request, response, port, api.started, vite));
  });
  server.on('upgrade', (request, socket, head) => {
    if (!request.headers['sec-websocket-protocol']?.startsWith('vite-')) forwardSocket(request, socket, head, port);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(config.port, config.host, resolve));
  onEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  stack.lock.describe('running');
  const inbox = stack.mailUiUrl === undefined ? '' : `, sent mail on ${stack.mailUiUrl}`;
  console.log(`\nSaluni (development) on ${config.publicUrl}${inbox}`);
  console.log(`What would have been pushed: ${config.publicUrl}/pushes`);
  for (const line of loginLines(logins)) console.log(line);
});

function progress(line: string) {
  console.log(line);
}

/** The child's environment: it names the parent's services, so that the child starts none. */
function serverEnvironment(
  { databaseUrl, migrationDatabaseUrl, s3, smtpUrl, vapid, secretsKey }: Stack,
  port: number,
  pushOrigin: string,
) {
  return environmentWith({
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: config.publicUrl,
    TRUST_PROXY: '127.0.0.1',
    CLIENT_SIGNUP: config.clientSignup,
    SEED_DEMO: String(config.seedDemo),
    DATABASE_URL: databaseUrl,
    MIGRATION_DATABASE_URL: migrationDatabaseUrl,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    S3_FORCE_PATH_STYLE: String(s3.forcePathStyle),
    SMTP_URL: smtpUrl,
    PUSH_HOSTS: [...config.pushHosts, pushOrigin].join(),
    ...(vapid && { VAPID_PUBLIC_KEY: vapid.publicKey, VAPID_PRIVATE_KEY: vapid.privateKey }),
    ...(secretsKey && { SECRETS_KEY: secretsKey.toString('base64') }),
  });
}

/** What became of the server's start: ready, or what it wrote before it ended. */
type Start = { failure?: string };

/**
 * Runs the server and restarts it after changes. It is killed, because that is faster; the database rolls open
 * transactions back.
 */
function keepServer(env: Record<string, string | undefined>, watcher: ViteDevServer['watcher']) {
  let stopped = false;
  let child: ChildProcess | undefined;
  let started: Promise<Start>;
  let restarts = Promise.resolve();
  let settling: NodeJS.Timeout | undefined;

  function start() {
    const server = fork(join(root, 'scripts/dev-server.ts'), { env, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
    let written = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk);
      written = (written + chunk.toString()).slice(-failureLength);
    });
    const ended = new Promise<Start>((resolve) => {
      server.once('close', (code, signal) =>
        resolve({ failure: written.trim() || `The server ended (${signal ?? code}).` }),
      );
    });
    child = server;
    started = Promise.race([new Promise<Start>((resolve) => server.once('message', () => resolve({}))), ended]);
    // A server that ends later, too, is one that requests have to hear of.
    void ended.then((end) => {
      if (child === server) started = Promise.resolve(end);
    });
  }
  async function end() {
    const server = child;
    child = undefined;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
  }
  async function restart() {
    // Requests wait for the new server from now on.
    const next = Promise.withResolvers<Start>();
    started = next.promise;
    await end();
    if (stopped) return;
    console.log('server sources changed, starting it again');
    start();
    next.resolve(started);
  }
  start();
  // Vite's watcher also follows files that are replaced, as `git checkout` and many editors do; Node's own loses them.
  const folders = watched.map((folder) => join(root, folder));
  watcher.add(folders);
  watcher.on('all', (_event, path) => {
    if (path.endsWith('.test.ts') || !folders.some((folder) => path.startsWith(folder + sep))) return;
    clearTimeout(settling);
    settling = setTimeout(() => {
      restarts = restarts.then(restart);
    }, settleMs);
  });
  return {
    started: () => started,
    async stop() {
      stopped = true;
      clearTimeout(settling);
      await restarts;
      await end();
    },
  };
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  started: () => Promise<Start>,
  vite: ViteDevServer,
) {
  const late: Start = { failure: `The server has been starting for ${timeoutMs / 1000} seconds.` };
  const { failure } = await Promise.race([started(), delay(timeoutMs, late, { ref: false })]);
  if (failure !== undefined) return answerFailure(request, response, failure);
  const url = (request as IncomingMessage & { originalUrl?: string }).originalUrl ?? request.url;
  const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress ?? '' };
  const upstream = httpRequest(
    { port, host: '127.0.0.1', method: request.method, path: url, headers },
    async (answer) => {
      if (answer.headers[pageHeader] === undefined) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        return void answer.pipe(response);
      }
      answer.resume();
      try {
        const address = url ?? '/';
        const html = withHead(await readFile(join(root, 'src/client/index.html'), 'utf8'), address, config);
        const shell = await vite.transformIndexHtml('/index.html', html, url);
        const page = answer.statusCode === 200 ? await withBody(shell, address, port, vite) : shell;
        response
          .writeHead(answer.statusCode ?? 200, {
            'content-type': 'text/html; charset=utf-8',
            'cache-control': 'no-cache',
          })
          .end(page);
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    },
  );
  upstream.on('error', () =>
    response.headersSent ? response.destroy() : response.writeHead(502).end('the server is starting again'),
  );
  request.pipe(upstream);
}

/** The shell with the page in it, rendered by the sources as they are; without where it is not rendered, or fails. */
async function withBody(shell: string, address: string, port: number, vite: ViteDevServer): Promise<string> {
  if (!isRendered(new URL(address, 'http://localhost').pathname)) return shell;
  try {
    const { renderPage } = (await vite.ssrLoadModule('/entry-server.tsx')) as { renderPage: RenderPage };
    const { html, isWhole, queries } = await renderPage(
      address,
      (name, input) => callServer(port, name, input),
      async (work) => work(),
    );
    const embedded: Embedded = { isWhole, queries };
    const data = `<script type="application/json" id="${embeddedId}">${scriptJson(embedded)}</script>`;
    return shell
      .replace('<div id="root"></div>', () => `<div id="root">${html}</div>${data}`)
      .replace('</head>', () => `${stylesOf(vite)}</head>`);
  } catch (error) {
    // The browser shows what is wrong with a source over the shell.
    if (error instanceof Error) vite.ssrFixStacktrace(error);
    console.error(error);
    return shell;
  }
}

/** Names the style of all screens so far, which Vite's client replaces by that of the sources as they change. */
function stylesOf({ environments }: ViteDevServer): string {
  const base = { url: '/ui/base.css', id: join(root, 'src/client/ui/base.css') };
  return [base, ...environments.ssr.moduleGraph.idToModuleMap.values()]
    .filter(({ url }) => url.endsWith('.css'))
    .map(
      ({ url, id }) => `<link rel="stylesheet" href="${escapeHtml(url)}" data-vite-dev-id="${escapeHtml(id ?? '')}">`,
    )
    .join('');
}

/** Asks the server, which is another process here. */
async function callServer(port: number, name: string, input: unknown): Promise<unknown> {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const answer = await fetch(`http://127.0.0.1:${port}/trpc/${name}${query}`);
  if (!answer.ok) throw new CallRefusal(answer.status, `${name} was answered ${answer.status}`);
  const { result } = JSON.parse((await answer.text()).normalize()) as { result: { data: unknown } };
  return result.data;
}

/**
 * What failed, in words; in a browser on a page that asks again, so that it is gone as soon as the source is mended.
 */
function answerFailure({ headers }: IncomingMessage, response: ServerResponse, failure: string) {
  const head = { 'retry-after': '2', 'cache-control': 'no-store' };
  const text = `The server does not start:\n\n${stripVTControlCharacters(failure)}\n`;
  if (!headers.accept?.includes('text/html'))
    return void response.writeHead(503, { ...head, 'content-type': 'text/plain; charset=utf-8' }).end(text);
  response.writeHead(503, { ...head, 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<title>Saluni does not start</title><pre>${escapeHtml(text)}</pre>`,
  );
}

function forwardSocket(request: IncomingMessage, socket: Duplex, head: Buffer, port: number) {
  const upstream = connectSocket(port, '127.0.0.1', () => {
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let index = 0; index < request.rawHeaders.length; index += 2)
      lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`);
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
}
