/** The one place where work of the server is started that nobody waits for. */
const home = 'src/server/process/background.ts';
const declared = /\basync function (\w+)|\bfunction (\w+)(?:<[^>\n]*>)?\([^{;]*?\): Promise</g;

type SourceFile = { path: string; text: string; imports: { specifier: string; names: string }[] };

/**
 * Work of the server that is started and left alone with nobody to catch its promise, which ends the process. Biome's
 * `noFloatingPromises` sees neither `void` nor a promise that is stored.
 */
export function faultsOfBackground(files: SourceFile[]): string[] {
  const isServer = ({ path }: SourceFile) => path.startsWith('src/server/') && !path.startsWith('src/server/testing/');
  const own = files.filter((file) => isServer(file) && !file.path.endsWith('.test.ts') && file.path !== home);
  const promising = new Map(files.map(({ path, text }) => [path, promisesOf(text)]));
  return own.flatMap((file) => {
    const names = new Set(promising.get(file.path));
    for (const { specifier, names: imported } of file.imports) {
      for (const name of promising.get(specifier) ?? []) if (imported.includes(name)) names.add(name);
    }
    return startsOf(file.text, names).map(
      (start) => `${file.path}: "${start}" starts work that nobody waits for, which inBackground of ${home} does`,
    );
  });
}

function promisesOf(text: string): string[] {
  return [...text.matchAll(declared)].map(([, first, second]) => first ?? second ?? '');
}

function startsOf(text: string, promising: Set<string>): string[] {
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '');
  const dropped = [...code.matchAll(/(?<!return )\bvoid (?!inBackground\b)[\w$.?]+\(/g)].map(([start]) => start);
  const left = [...code.matchAll(/^[^\n]*? = (\w+)\(|^\s*(\w+)\([^\n]*\)\s*\.(?:then|catch)\(/gm)]
    .filter(({ 0: start, 1: stored, 2: alone, index }) => {
      const name = stored ?? alone ?? '';
      if (name === 'inBackground' || !promising.has(name)) return false;
      return alone !== undefined || !/^\s*\.(?:then|catch)\(/.test(code.slice(callEnd(code, index + start.length)));
    })
    .map(([start]) => start.trim());
  return [...dropped, ...left];
}

/** Behind the parenthesis that ends a call whose arguments begin at an index. */
function callEnd(code: string, from: number): number {
  let depth = 1;
  for (let index = from; index < code.length; index++) {
    if (code[index] === '(') depth++;
    else if (code[index] === ')' && --depth === 0) return index + 1;
  }
  return code.length;
}
