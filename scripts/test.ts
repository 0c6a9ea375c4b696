import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseCLI, startVitest, type TestModule } from 'vitest/node';
import { changedFiles, projectOf, projects, testsOfChange } from './changed-tests.ts';

/**
 * `npm test`: types, lint, structure, then the quick tests of Vitest's projects, or of those that are named. `--slow`:
 * the tests in files named `*.slow.test.ts`; `--all`: both; `--full`: both with every repetition, and `npm run attack`;
 * `--changed`: the files nearest to what differs from main. The last line counts tests; exit code 1 when any failed.
 */

/** Files of `--changed`: these take about a minute. */
const mostChanged = 20;
const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const flags = ['--slow', '--all', '--full', '--changed'];
const [onlySlow, all, full, onlyChanged] = flags.map((flag) => args.includes(flag));
const named = args.filter((arg) => !flags.includes(arg));
const unknown = named.find((arg) => !projects.some((project) => project === arg));
if (unknown !== undefined) {
  console.error(`test: "${unknown}" is none of ${[...projects, ...flags].join(', ')}`);
  process.exit(2);
}
const chosen = named.length > 0 ? named : projects;
if (full) process.env.TEST_FULL = '1';

/** By id, which is the same in a second run. What fails outside of a test, such as types, counts as one. */
const outcomes = new Map<string, { file: string; name: string; passed: boolean }>();
const notes: string[] = [];

if (!onlySlow && named.length === 0) {
  await Promise.all([
    check('types', ['node_modules/typescript/bin/tsc', '--noEmit']),
    check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
    check('structure', ['scripts/check-structure.ts']),
  ]);
}
if (onlyChanged) {
  const nearest = testsOfChange(root, changedFiles(root));
  const files = nearest.slice(0, mostChanged);
  for (const project of chosen) {
    const own = files.filter((path) => projectOf(path) === project);
    if (own.length > 0) await runTests(project, own);
  }
  notes.push(`${files.length} of ${nearest.length} test files near the change ran`);
} else {
  if (!onlySlow) for (const project of chosen) await runTests(project, quickTests(project));
  if (onlySlow || all || full) await runSlow();
  if (outcomes.size === 0) fail('', 'no test ran');
}
if (full && named.length === 0) await check('attack', ['scripts/attack/main.ts']);

for (const note of notes) console.log(note);
const failed = [...outcomes.values()].filter(({ passed }) => !passed);
for (const { file, name } of failed) console.log(`FAILED ${file} ${name}`);
console.log(`${outcomes.size - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** A check that passes is not counted, because it is no test. */
async function check(name: string, command: string[]) {
  const [code] = await once(spawn(process.execPath, command, { cwd: root, stdio: 'inherit' }), 'exit');
  console.log(`${name} ${code === 0 ? 'passed' : 'failed'}`);
  if (code !== 0) fail('', name);
}

function fail(file: string, name: string) {
  outcomes.set(`${file} ${name}`, { file, name, passed: false });
}

/** What failed has one more run alone, by whole files, because their tests may build on each other. */
async function runSlow() {
  for (const project of chosen) await runTests(project, ['.slow.test.']);
  const slow = [...outcomes].filter(([, { file }]) => file.includes('.slow.test.'));
  if (slow.length === 0) fail('', 'no slow test ran');
  const failed = slow.filter(([, { passed }]) => !passed);
  for (const [id] of failed) outcomes.delete(id);
  for (const file of new Set(failed.map(([, outcome]) => outcome.file))) await runTests(projectOf(file), [file]);
  for (const [id, { file, name }] of failed) {
    if (outcomes.get(id)?.passed !== false) notes.push(`passed on its second run, alone: ${file} ${name}`);
  }
}

/** Named one by one: what Vitest excludes in one run of a process it leaves out of the next one, too. */
function quickTests(project: string): string[] {
  const tests = globSync('{src,scripts,tests}/**/*.test.{ts,tsx}', { cwd: root });
  return tests.filter((path) => projectOf(path) === project && !path.includes('.slow.test.'));
}

async function runTests(project: string, files: string[]) {
  process.exitCode = 0;
  const { filter, options } = parseCLI(['vitest', 'run', `--project=${project}`, '--passWithNoTests', ...files]);
  const { state } = await startVitest('test', filter, options);
  const failed = state.getTestModules().map(noteTests);
  // Its setup, or an error that belongs to no test.
  if (Number(process.exitCode) !== 0 && !failed.includes(true)) fail('', `${project}: something outside of its tests`);
}

/** Whether any failed. */
function noteTests(module: TestModule): boolean {
  const file = module.relativeModuleId;
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    const name = test.fullName;
    if (state === 'passed' || state === 'failed') outcomes.set(test.id, { file, name, passed: state === 'passed' });
    if (test.diagnostic()?.flaky) notes.push(`passed on its second try: ${file} ${name}`);
  }
  if (!module.ok() && [...module.children.allTests('failed')].length === 0) fail(file, 'outside of its tests');
  return !module.ok();
}
