import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Whether a process that loads a file of ours has the compiler of TypeScript in its memory. */
function loadsCompiler(...options: string[]): boolean {
  const program = `await import('./src/server/process/start-error.ts');
    console.log(process.moduleLoadList.some((one) => one.includes('amaro/dist')))`;
  const args = [...options, '--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }));
}

test('from the second start on a program loads what Node has compiled, without the compiler', () => {
  const cached = ['--import', './scripts/compile-cache.js'];
  loadsCompiler(...cached);
  expect(loadsCompiler(...cached)).toBe(false);
  expect(loadsCompiler()).toBe(true);
});
