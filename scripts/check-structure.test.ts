import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findFaults, readSources } from './check-structure.ts';
import { featureImports } from './feature-imports.ts';

const manifest = JSON.stringify({
  dependencies: { zod: '4.6.7' },
  devDependencies: { 'date-fns': '4.4.0', '@types/ws': '8.18.2' },
});

function faultsOf(given: Record<string, string>): string[] {
  const files = { 'package.json': manifest, ...given };
  const root = mkdtempSync(join(tmpdir(), 'structure-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return findFaults(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

test('imports in the allowed direction pass', () => {
  const files = {
    'src/shared/wire.ts': "import { z } from 'zod';\nexport const id = z.string();\n",
    'src/server/features/bookings/queries.ts':
      "import type { Db } from '#server/db/connect.ts';\nexport function list(db: Db) { return db; }\n",
    'src/server/features/users/router.ts':
      "import { list } from '../bookings/queries.ts';\nexport const users = list;\n",
    'src/server/db/connect.ts': 'export type Db = string;\n',
    'src/server/features/services/events.ts': 'export const events = {};\n',
    'src/server/outbox/events.ts':
      "import { events } from '../features/services/events.ts';\nexport const all = events;\n",
    'src/server/router.ts':
      "import { users } from './features/users/router.ts';\nexport type AppRouter = typeof users;\n",
    'src/server/db/a.test.ts': "import { addDays } from 'date-fns';\nexport const x = addDays;\n",
    'src/server/sockets/sockets.ts': "import type { WebSocket } from 'ws';\nexport type X = WebSocket;\n",
    'src/client/lib/trpc.ts': "import type { AppRouter } from '#server/router.ts';\nexport type Router = AppRouter;\n",
    'src/client/routes/home.css':
      '@import "../ui/breakpoints.css";\n/* The home page. */\n@layer routes {\n' +
      '  @media (--phone) {\n    .a {\n      margin: 0;\n    }\n  }\n}\n',
    'src/client/routes/home.tsx':
      "import '../ui/base.css';\nimport type { Router } from '#client/lib/trpc.ts';\nexport type R = Router;\n",
  };
  expect(faultsOf(files)).toEqual([]);
});

test.each([
  [
    'a lower layer of the server imports a higher one',
    'src/server/db/connect.ts',
    "import { app } from '../http/app.ts';\nexport const x = app;",
    'http stands above db',
  ],
  [
    'a feature imports a job',
    'src/server/features/a/router.ts',
    "import { job } from '#server/jobs/send.ts';\nexport const x = job;",
    'jobs stands above features',
  ],
  [
    "a feature's events, which the outbox gathers, import its queries",
    'src/server/features/a/events.ts',
    "import { x } from './queries.ts';\nexport const y = x;",
    'features stands above events',
  ],
  [
    'a feature imports another that the list does not name',
    'src/server/features/bookings/router.ts',
    "import { x } from '../deposits/router.ts';\nexport const y = x;",
    'does not let bookings import deposits',
  ],
  [
    'a dynamic import goes up',
    'src/server/outbox/relay.ts',
    "export const load = () => import('../main.ts');",
    'main stands above outbox',
  ],
  [
    'a new server folder has no place',
    'src/server/stuff/x.ts',
    "import { y } from '../db/y.ts';\nexport const x = y;",
    '"stuff" has no place',
  ],
  [
    'production code imports what only tests use',
    'src/server/http/app.ts',
    "import { db } from '../testing/db.ts';\nexport const x = db;",
    'only tests use it',
  ],
  [
    'the server imports a screen',
    'src/server/http/app.ts',
    "import { s } from '#client/routes/home.tsx';\nexport const x = s;",
    'the server knows no screens',
  ],
  [
    'a client part imports a screen',
    'src/client/ui/button.tsx',
    "import { s } from '../routes/home.tsx';\nexport const x = s;",
    'routes stands above ui',
  ],
  [
    'the client imports a value of the server',
    'src/client/lib/a.ts',
    "import { appRouter } from '#server/router.ts';\nexport const x = appRouter;",
    'AppRouter type and nothing else',
  ],
  [
    'the client imports another type of the server',
    'src/client/lib/a.ts',
    "import type { Deps } from '#server/deps.ts';\nexport type X = Deps;",
    'AppRouter type and nothing else',
  ],
  [
    'shared imports I/O',
    'src/shared/a.ts',
    "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;",
    'src/shared imports zod',
  ],
  [
    'shared imports the server',
    'src/shared/a.ts',
    "import type { Deps } from '#server/deps.ts';\nexport type X = Deps;",
    'src/shared imports zod',
  ],
  [
    'a package is there only because another one brings it along',
    'src/server/push/a.test.ts',
    "import { WebSocket } from 'ws';\nexport const x = WebSocket;",
    'package.json does not name it',
  ],
  [
    'the product imports a package of development',
    'src/server/db/a.ts',
    "import { addDays } from 'date-fns';\nexport const x = addDays;",
    'for development only',
  ],
  ['a file is named utils', 'src/client/lib/utils.ts', 'export const x = 1;', '"utils" says nothing'],
  ['a folder is named helpers', 'tests/helpers/a.ts', 'export const x = 1;', '"helpers" says nothing'],
  ['a name is not kebab-case', 'src/client/ui/Button.tsx', 'export const x = 1;', '"Button" is not kebab-case'],
  ['a barrel by star', 'src/client/ui/all.ts', "export * from './button.tsx';", 'a barrel'],
  [
    'a barrel by names',
    'src/client/ui/all.ts',
    "export { a } from './button.tsx';\nexport { b } from './link.tsx';",
    'a barrel',
  ],
  [
    'the environment is read elsewhere',
    'src/server/http/app.ts',
    'export const port = process.env.PORT;',
    'only src/server/config.ts reads the environment',
  ],
  [
    'a browser is asked for what plain HTTP lacks',
    'src/client/ui/mark.ts',
    'export const mark = () => crypto.randomUUID();',
    'crypto.randomUUID is missing on plain HTTP',
  ],
  [
    'shared formats dates by a library',
    'src/shared/a.ts',
    "import { format } from 'date-fns';\nexport const x = format;",
    'src/shared imports zod',
  ],
  [
    'an address of a page is put together by hand',
    'src/client/ui/a.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a file
    'export const to = (id: string) => `/booking-details/${id}`;',
    'comes from pagePath',
  ],
  [
    'a link in an e-mail is put together by hand',
    'src/server/features/a/emails.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a file
    'export const link = (url: string) => `${url}/verify-email?token=1`;',
    'comes from pagePath',
  ],
  ['a style sheet is in no layer', 'src/client/ui/a.css', '.a { color: red; }', 'belongs in "@layer ui"'],
  [
    'a style sheet is in the layer of another folder',
    'src/client/routes/a.css',
    '@layer ui { .a { color: red; } }',
    '"@layer routes"',
  ],
  [
    'a rule stands behind the layer',
    'src/client/features/b/a.css',
    '@layer features { .a { margin: 0; } } .b { margin: 0; }',
    '"@layer features"',
  ],
  [
    'a breakpoint is a number',
    'src/client/ui/a.css',
    '@layer ui { @media (max-width: 767px) { .a { margin: 0; } } }',
    'a breakpoint comes from',
  ],
  [
    'a size of text is a number',
    'src/client/ui/a.css',
    '@layer ui { .a { font-size: 14px; } }',
    'a size of text comes from',
  ],
])('%s: refused', (_case, path, text, reason) => {
  expect(faultsOf({ [path]: text }).join('\n')).toContain(reason);
});

const draw = {
  'src/server/images/draw.ts': 'export async function draw(): Promise<void> {}\nexport const one = 1;',
  'src/server/process/background.ts':
    'export async function inBackground(work: () => Promise<void>): Promise<void> { await work(); }',
};
const starting = (text: string) => ({
  ...draw,
  'src/server/jobs/start.ts':
    "import { draw } from '#server/images/draw.ts';\n" +
    "import { inBackground } from '#server/process/background.ts';\n" +
    `let drawing: Promise<void> | undefined;\nexport async function start() {\n  ${text}\n}\n`,
});

test.each([
  'drawing = draw();',
  'if (drawing === undefined) drawing = draw();',
  'const running = draw();\n  await running;',
  'void draw();',
  'const timer = setInterval(() => void draw(), 1_000);',
  'draw().catch(() => {});',
  'void drawing?.then(() => {});',
])('work that is started in the background otherwise is refused: %s', (text) => {
  expect(faultsOf(starting(text)).join()).toContain('starts work that nobody waits for');
});

test.each([
  'await draw();',
  'return draw();',
  'drawing = inBackground(draw);',
  'void inBackground(draw);',
  'const drawn = draw().catch(() => undefined);\n  await drawn;',
  'const drawn = await Promise.all([draw(), draw()]);',
  'return void clearTimeout(1);',
])('work that is waited for, or started by the function for it, passes: %s', (text) => {
  expect(faultsOf(starting(text))).toEqual([]);
});

test('features import one way, by a list that says no more than is so', () => {
  const known = Object.keys(featureImports);
  expect(known.filter((feature) => !existsSync(`src/server/features/${feature}`))).toEqual([]);
  for (const [place, feature] of known.entries())
    expect([
      feature,
      featureImports[feature]?.filter((other) => known.indexOf(other) >= place || !known.includes(other)),
    ]).toEqual([feature, []]);
  const of = (path: string) => /^src\/server\/features\/([^/]+)\//.exec(path)?.[1];
  const imported = new Set(
    readSources('.').flatMap(({ path, imports }) => imports.map(({ specifier }) => `${of(path)} ${of(specifier)}`)),
  );
  const unused = known.flatMap((feature) =>
    featureImports[feature]
      ?.filter((other) => !imported.has(`${feature} ${other}`))
      .map((other) => `${feature} ${other}`),
  );
  expect(unused).toEqual([]);
});

test('a cycle of imports is refused, a cycle of type imports is not', () => {
  const a = (type: string) => ({
    'src/server/db/a.ts': `import ${type}{ b } from './b.ts';\nexport const a = 1;`,
    'src/server/db/b.ts': "import { a } from './a.ts';\nexport const b = a;",
  });
  expect(faultsOf(a('')).join()).toContain('a cycle');
  expect(faultsOf(a('type '))).toEqual([]);
});

test('a cycle of the folders of the client is refused, of types, too, and through others', () => {
  const files = (last: string) => ({
    'src/client/features/a/one.ts': "import { b } from '../b/one.ts';\nexport const a = b;",
    'src/client/features/b/one.ts': "import { c } from '../c/one.ts';\nexport const b = c;",
    'src/client/features/b/two.ts': 'export type B = string;',
    'src/client/features/c/one.ts': `${last}export const c = 1;`,
  });
  const [fault, ...others] = faultsOf(files("import type { A } from '../a/two.ts';\n"));
  expect(others).toEqual([]);
  expect(fault).toMatch(
    /a cycle of folders, .*features\/a > .*features\/b > .*features\/c > .*features\/a, by .*c\/one\.ts$/,
  );
  expect(faultsOf(files("import type { B } from '../b/two.ts';\n")).join()).toContain('a cycle of folders');
  expect(faultsOf(files("import { x } from '#client/lib/x.ts';\n"))).toEqual([]);
});

test('the order of the cascade layers stands in the page, before any style sheet can arrive', () => {
  const html = readFileSync('src/client/index.html', 'utf8');
  const [declared = -1, ...others] = [...html.matchAll(/@layer tokens, base, ui, features, routes;/g)].map(
    ({ index }) => index,
  );
  expect(declared).toBeGreaterThan(0);
  expect(others).toEqual([]);
  expect(html.search(/<link rel="stylesheet"|<script/)).toBeGreaterThan(declared);
});
