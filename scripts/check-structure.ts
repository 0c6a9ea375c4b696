import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pages } from '#shared/pages.ts';
import { faultsOfBackground } from './background-work.ts';
import { featureImports } from './feature-imports.ts';

/**
 * Checks the rules of docs/architecture.md on names and imports. Prints one line per fault, and exits 1 if there are
 * any.
 */

/** `specifier` is a path from the root, or the name of a package with what follows it. */
type Import = { specifier: string; isPackage: boolean; typeOnly: boolean; names: string };
export type SourceFile = { path: string; text: string; imports: Import[] };
/** The packages that package.json names: those of the product, and those of development. */
type Packages = { dependencies: Record<string, string>; devDependencies: Record<string, string> };

/**
 * Who may import whom, lowest first: a file imports its own rank or a lower one. Files of `src/server` stand under
 * their name, folders under theirs.
 */
const serverRanks: string[][] = [
  [
    'config',
    'db',
    'embedded',
    'errors',
    'events',
    'limits',
    'secrets',
    'logging',
    'outbox',
    'process',
    'push',
    'search',
    'tracing',
  ],
  ['api', 'deps', 'email', 'feature-jobs', 'images', 'links', 'sockets'],
  ['features'],
  ['router'],
  ['backup', 'http', 'jobs', 'seed'],
  ['main'],
  ['cli', 'testing'],
];
const clientRanks: string[][] = [['lib'], ['ui'], ['features'], ['routes'], ['app']];
const sharedPackages = ['zod', 'ical-generator', 'uqr'];
/** What `src/shared/testing` may import beside them: the time zones by which ours are checked. */
const sharedTestPackages = ['@date-fns/tz'];
/**
 * The beginning of an address of a page: a text that starts with it, or has it behind a value, was put together by
 * hand.
 */
const pageAddress = new RegExp(
  `(?:['"\`}])/(?:${Object.values(pages)
    .filter(({ path }) => path !== '/')
    // What lies below a page without parameters is none: `/calendar/SECRET.ics`.
    .map(({ path }) => `${path.split('/')[1]}${path.includes(':') ? '' : '(?!/)'}`)
    .join('|')})(?=[/'"\`?])`,
);
/** Where a call is mounted, which is no page. */
const restPath = /\brest: '[^']*'/g;
/** Sheets of `ui` in a layer of their own. */
const uiLayers: Record<string, string> = { 'tokens.css': 'tokens', 'base.css': 'base', 'fonts.css': 'base' };
/** In no layer: the breakpoints' names, and what corrects sonner, whose own style sheet is in none. */
const looseSheets = ['src/client/ui/breakpoints.css', 'src/client/ui/toaster.css'];
const bannedNames = /^(utils?|helpers?|commons?|misc)$/;
const importNames = /(type\s+)?((?:[\w$*]+\s*,?\s*)?(?:\{[^}]*\}|\*\s+as\s+[\w$]+|\*)?)/.source;
const importedPath = /['"]([^'"\n]+)['"]/.source;
const importPattern = new RegExp(
  `(?:^|[\\n;])\\s*(?:import|export)\\s+${importNames}\\s*(?:from\\s*)?${importedPath}` +
    `|\\bimport\\(\\s*${importedPath}\\s*\\)`,
  'g',
);

/** All faults below the given root, each as `path: what is wrong`. */
export function findFaults(root: string): string[] {
  const files = readSources(root);
  const packages = packagesOf(root);
  const sheets = filesBelow(root, 'src/client', /\.css$/).map((path) =>
    faultsOfStyle(path, readFileSync(join(root, path), 'utf8')),
  );
  return [
    ...files.flatMap(faultsOfNames),
    ...files.flatMap((file) => faultsOfImports(file, packages)),
    ...files.flatMap(faultsOfText),
    ...cyclesOfFiles(files),
    ...cyclesOfFolders(files),
    ...faultsOfBackground(files),
    ...sheets.flat(),
  ].sort();
}

/** All files of TypeScript below the given root, with what they import. */
export function readSources(root: string): SourceFile[] {
  return ['src', 'scripts', 'tests']
    .flatMap((folder) => filesBelow(root, folder, /\.tsx?$/))
    .map((path) => readSource(root, path));
}

function filesBelow(root: string, folder: string, name: RegExp): string[] {
  let entries: string[];
  try {
    entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return entries.filter((entry) => name.test(entry)).map((entry) => join(folder, entry).split(sep).join('/'));
}

function packagesOf(root: string): Packages {
  return { dependencies: {}, devDependencies: {}, ...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) };
}

function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  return {
    path,
    text,
    imports: [...withoutComments(text).matchAll(importPattern)].map((match) => importOf(match, path)),
  };
}

function withoutComments(text: string): string {
  return text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '');
}

function importOf([, type, names = '', specifier, dynamic]: RegExpMatchArray, from: string): Import {
  const inner = /\{([^}]*)\}/.exec(names)?.[1];
  const allTypes =
    inner !== undefined &&
    /^\s*\{/.test(names) &&
    inner.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
  const written = specifier ?? dynamic ?? '';
  return {
    specifier: resolved(written, from),
    isPackage: !/^[#.]|^node:/.test(written),
    typeOnly: type !== undefined || (allTypes && inner?.trim() !== ''),
    names,
  };
}

/** Returns a path from the root for a file of this repository, else the name of the package. */
function resolved(specifier: string, from: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (specifier.startsWith('.'))
    return relative('/', resolve('/', dirname(from), specifier))
      .split(sep)
      .join('/');
  return specifier;
}

function faultsOfNames({ path }: SourceFile): string[] {
  const parts = path.split('/').map((part) => part.replace(/(\.(test|d))?\.tsx?$/, ''));
  const banned = parts
    .filter((part) => bannedNames.test(part))
    .map((part) => `${path}: "${part}" says nothing about what is inside`);
  const shouting = parts
    .filter((part) => !/^[a-z0-9][a-z0-9.-]*$/.test(part))
    .map((part) => `${path}: "${part}" is not kebab-case`);
  return [...banned, ...shouting];
}

function faultsOfText({ path, text, imports }: SourceFile): string[] {
  if (isTest(path)) return [];
  const faults: string[] = [];
  const code = withoutComments(text);
  const statements = code.replace(importPattern, '').replace(/[\s;]/g, '');
  if (/\bexport\s+\*/.test(code) || (imports.length > 0 && statements === '' && /\bexport\b/.test(code)))
    faults.push(`${path}: a barrel`);
  if (
    /^src\/(?!server\/testing\/)/.test(path) &&
    path !== 'src/shared/pages.ts' &&
    pageAddress.test(code.replace(restPath, ''))
  ) {
    faults.push(`${path}: an address of a page comes from pagePath of src/shared/pages.ts`);
  }
  if (path.startsWith('src/') && path !== 'src/server/config.ts' && /\bprocess\.env\b/.test(code)) {
    faults.push(`${path}: only src/server/config.ts reads the environment`);
  }
  if (/^src\/(client|shared)\//.test(path) && /\brandomUUID\b/.test(code)) {
    faults.push(`${path}: crypto.randomUUID is missing on plain HTTP; src/client/lib/new-key.ts is not`);
  }
  if (path.startsWith('src/') && path !== 'src/server/db/transact.ts' && /\.(startT|t)ransaction\(\)/.test(code)) {
    faults.push(`${path}: a transaction goes through transact of src/server/db/transact.ts`);
  }
  return faults;
}

/** Everything in a style sheet is in the cascade layer of its folder, and widths and sizes of text come from tokens. */
function faultsOfStyle(path: string, text: string): string[] {
  if (looseSheets.includes(path)) return [];
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^@import [^;]*;$/gm, '')
    .trim();
  const [, , folder = '', name = ''] = path.split('/');
  const layer = folder === 'ui' ? (uiLayers[name] ?? 'ui') : folder === 'app' ? 'routes' : folder;
  const faults: string[] = [];
  if (!code.startsWith(`@layer ${layer} {`) || blockEnd(code) !== code.length)
    faults.push(`${path}: everything in it belongs in "@layer ${layer}"`);
  if (/@media[^{]*\b(width|height)\b/.test(code))
    faults.push(`${path}: a breakpoint comes from src/client/ui/breakpoints.css`);
  if (layer !== 'tokens' && /font-size:\s*[\d.]+(px|r?em)/.test(code))
    faults.push(`${path}: a size of text comes from src/client/ui/tokens.css`);
  return faults;
}

/** Where the first block ends. */
function blockEnd(code: string): number {
  let depth = 0;
  for (const { 0: brace, index } of code.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth === 0) return index + 1;
  }
  return -1;
}

function faultsOfImports(file: SourceFile, packages: Packages): string[] {
  return file.imports.flatMap((imported) => {
    const fault = faultOf(file, imported) ?? faultOfPackage(file, imported, packages);
    return fault === undefined ? [] : [`${file.path}: imports ${imported.specifier}, but ${fault}`];
  });
}

/** What another package brings along may go with its next version; and production has no packages of development. */
function faultOfPackage(
  { path }: SourceFile,
  { specifier, isPackage, typeOnly }: Import,
  { dependencies, devDependencies }: Packages,
): string | undefined {
  if (!isPackage) return undefined;
  const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  if (name in dependencies || (typeOnly && `@types/${name}` in devDependencies)) return undefined;
  if (!(name in devDependencies)) return 'package.json does not name it';
  const isOfProduct = path.startsWith('src/') && !isTest(path) && !/^src\/\w+\/testing\//.test(path);
  return isOfProduct && !typeOnly ? 'package.json has it for development only' : undefined;
}

function faultOf({ path }: SourceFile, imported: Import): string | undefined {
  const { specifier } = imported;
  if (isTest(path)) return undefined;
  if (isTest(specifier)) return 'tests are imported by nobody';
  if (path.startsWith('src/') && /^(scripts|tests)\//.test(specifier)) return 'src stands on its own';
  if (path.startsWith('src/shared/')) return faultOfShared(path, specifier);
  if (path.startsWith('src/client/')) return faultOfClient(path, imported);
  if (path.startsWith('src/server/')) return faultOfServer(path, specifier);
  return undefined;
}

function faultOfShared(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('src/shared/')) return undefined;
  const allowed = path.startsWith('src/shared/testing/') ? [...sharedPackages, ...sharedTestPackages] : sharedPackages;
  return allowed.includes(specifier) ? undefined : `src/shared imports ${sharedPackages.join(', ')} and itself only`;
}

function faultOfClient(path: string, { specifier, typeOnly, names }: Import): string | undefined {
  if (specifier.startsWith('src/server/')) {
    const isRouterType =
      typeOnly && specifier === 'src/server/router.ts' && names.replace(/[{}\s]|type /g, '') === 'AppRouter';
    return isRouterType ? undefined : "the client takes the server's AppRouter type and nothing else";
  }
  if (specifier.startsWith('node:')) return 'the client runs in browsers';
  if (!specifier.startsWith('src/client/') || !/\.tsx?$/.test(specifier)) return undefined;
  return faultOfRanks(clientRanks, layerOf(path, 'app'), layerOf(specifier, 'app'));
}

function faultOfServer(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('src/client/')) return 'the server knows no screens';
  if (!specifier.startsWith('src/server/')) return undefined;
  if (specifier.startsWith('src/server/testing/') && !path.startsWith('src/server/testing/'))
    return 'only tests use it';
  const [own, other] = [featureOf(path), featureOf(specifier)];
  if (own !== undefined && other !== undefined && own !== other && !featureImports[own]?.includes(other))
    return `scripts/feature-imports.ts does not let ${own} import ${other}`;
  return faultOfRanks(serverRanks, layerOf(path), layerOf(specifier));
}

function faultOfRanks(ranks: string[][], from: string, to: string): string | undefined {
  const rank = (layer: string) => ranks.findIndex((layers) => layers.includes(layer));
  const unknown = [from, to].find((layer) => rank(layer) === -1);
  if (unknown !== undefined)
    return `"${unknown}" has no place in the order of layers: give it one in scripts/check-structure.ts`;
  return rank(to) > rank(from) ? `${to} stands above ${from}` : undefined;
}

/**
 * The layer of `src/server/db/connect.ts` is db; `topFiles` is that of files directly in `src/client`. The events that
 * features declare stand below the outbox, which gathers them; the type of their jobs, which names `Deps`, above it.
 */
function layerOf(path: string, topFiles?: string): string {
  if (/^src\/server\/features\/[^/]+\/events\.ts$/.test(path)) return 'events';
  if (path === 'src/server/outbox/feature-jobs.ts') return 'feature-jobs';
  const [, , name = '', ...rest] = path.split('/');
  return rest.length === 0 ? (topFiles ?? name.replace(/\.tsx?$/, '')) : name;
}

function featureOf(path: string): string | undefined {
  return /^src\/server\/features\/([^/]+)\//.exec(path)?.[1];
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('tests/');
}

/** Imports of types do not exist at run time, so they close no cycle of files. */
function cyclesOfFiles(files: SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const graph = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap(({ specifier, typeOnly }) => (!typeOnly && paths.has(specifier) ? [specifier] : [])),
    ]),
  );
  return cycles(graph).map((cycle) => `${cycle[0]}: a cycle, ${cycle.join(' > ')}`);
}

/** Folders of the client, each feature one, import each other one way: of types, too, as they tell what one knows. */
function cyclesOfFolders(files: SourceFile[]): string[] {
  const graph = new Map<string, string[]>();
  const first = new Map<string, string>();
  for (const { path, imports } of files.filter((file) => !isTest(file.path))) {
    const from = clientFolder(path);
    for (const { specifier } of imports) {
      const to = clientFolder(specifier);
      if (from === undefined || to === undefined || from === to) continue;
      graph.set(from, [...(graph.get(from) ?? []), to]);
      if (!first.has(`${from} ${to}`)) first.set(`${from} ${to}`, path);
    }
  }
  return cycles(graph).map((cycle) => {
    const by = cycle.slice(1).map((to, index) => first.get(`${cycle[index]} ${to}`));
    return `${cycle[0]}: a cycle of folders, ${cycle.join(' > ')}, by ${by.join(', ')}`;
  });
}

/** `src/client/features/hours` of a file below it. */
function clientFolder(path: string): string | undefined {
  return /^src\/client\/(?:features\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

/** Every cycle that a walk closes, from where it was entered to there again. */
function cycles(graph: Map<string, string[]>): string[][] {
  const finished = new Set<string>();
  const found: string[][] = [];
  function visit(node: string, trail: string[]) {
    const seenAt = trail.indexOf(node);
    if (seenAt !== -1) found.push([...trail.slice(seenAt), node]);
    if (seenAt !== -1 || finished.has(node)) return;
    for (const next of new Set(graph.get(node))) visit(next, [...trail, node]);
    finished.add(node);
  }
  for (const node of graph.keys()) visit(node, []);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = findFaults(process.cwd());
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
