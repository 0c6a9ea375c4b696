import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentWith } from '#server/config.ts';
import { applyMutation } from './apply-mutation.ts';
import { type Mutation, mutations } from './mutations.ts';

/**
 * The second half of `npm run test:mutation [words]`: breaks SQL and transactions in a copy of the repository, one at a
 * time (with words, in rows named so), and runs the tests that must notice. Fails if they pass, or if a row's text is no
 * longer in the code.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const chosen = mutations.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word.toLowerCase())));
const copy = mkdtempSync(join(tmpdir(), 'saluni-mutation-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));

const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  .stdout.split('\0')
  .filter(Boolean);
for (const file of files) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  cpSync(join(root, file), join(copy, file));
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

type Verdict = 'red' | 'GREEN' | 'does not apply' | 'found no test';

function testsOf({ file, tests }: Mutation): { failed: number; passed: number } {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=server',
    '-t',
    tests,
    '--reporter=json',
    `--outputFile.json=${report}`,
    file,
  ];
  spawnSync(process.execPath, args, {
    cwd: copy,
    env: environmentWith({ NO_COLOR: '1' }),
    stdio: 'ignore',
    timeout: 300_000,
  });
  try {
    const { numFailedTests, numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    // A test file that cannot be loaded also counts as red.
    const broken = testResults.filter(
      (suite: { status: string; assertionResults: unknown[] }) =>
        suite.status === 'failed' && suite.assertionResults.length === 0,
    );
    return { failed: numFailedTests + broken.length, passed: numPassedTests };
  } catch {
    return { failed: 0, passed: 0 };
  }
}

function attempt(mutation: Mutation): Verdict {
  const originals = new Map<string, string>();
  try {
    for (const change of mutation.changes) {
      const path = join(copy, change.file);
      const text = readFileSync(path, 'utf8');
      const mutated = applyMutation(text, change);
      if (mutated === null) return 'does not apply';
      if (!originals.has(path)) originals.set(path, text);
      writeFileSync(path, mutated);
    }
    const { failed, passed } = testsOf(mutation);
    if (failed > 0) return 'red';
    return passed > 0 ? 'GREEN' : 'found no test';
  } finally {
    for (const [path, text] of originals) writeFileSync(path, text);
  }
}

const width = Math.max(...chosen.map(({ name }) => name.length));
let wrong = 0;
for (const mutation of chosen) {
  process.stdout.write(`${mutation.name.padEnd(width)}  ${mutation.tests.padEnd(8)} `);
  const begun = performance.now();
  const verdict = attempt(mutation);
  if (verdict !== 'red') wrong++;
  console.log(`${verdict}  ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}
console.log(`\n${chosen.length - wrong} of ${chosen.length} mutations were caught`);
process.exitCode = wrong > 0 || chosen.length === 0 ? 1 : 0;
