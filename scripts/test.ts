import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentWith } from '#server/config.ts';
import { changedFiles, projectOf, testsOfChange } from './changed-tests.ts';
import { startCounter } from './test-counter.ts';
import type { Progress } from './test-progress.ts';

/**
 * `npm test`: types, lint, structure, then Vitest's projects (`unit server chaos e2e`), or those that are named;
 * `--full` with every repetition and `npm run attack`, `--changed` near what differs from main. The last line counts
 * tests; exit code 1 when any failed.
 */

type Outcome = { passed: number; failed: number; skipped: number; output: string };
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: SuiteReport[];
};
type SuiteReport = { name: string; status: string; message: string; assertionResults: CaseReport[] };
type CaseReport = { status: string; fullName: string; failureMessages: string[] };

const allProjects = ['unit', 'server', 'chaos', 'e2e'];
/** No test of `--changed` begins later, seconds after the start: the last ones take the rest of a minute. */
const changedSeconds = 48;
const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const flags = ['--full', '--changed'];
const [full, onlyChanged] = flags.map((flag) => args.includes(flag));
const asked = args.filter((arg) => !flags.includes(arg));
const unknown = asked.find((arg) => !allProjects.includes(arg));
if (unknown !== undefined) {
  console.error(`test: "${unknown}" is none of ${[...allProjects, ...flags].join(', ')}`);
  process.exit(2);
}

const reports = mkdtempSync(join(tmpdir(), 'saluni-test-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

/** What `--changed` had no time for. */
let rest = '';
const total: Outcome = { passed: 0, failed: 0, skipped: 0, output: '' };
if (asked.length === 0) {
  await step('types', () => check(['node_modules/typescript/bin/tsc', '--noEmit']));
  await step('lint', () => check(['node_modules/@biomejs/biome/bin/biome', 'check', '--colors=off', '.']));
  await step('structure', () => check(['scripts/check-structure.ts']));
}
if (onlyChanged) await runChanged();
else
  for (const project of asked.length > 0 ? asked : allProjects) {
    await step(project, (show) => runTests(project, [`--project=${project}`], show));
  }
if (full && !onlyChanged && asked.length === 0) await step('attack', () => check(['scripts/attack/main.ts']));

if (total.output !== '') console.log(`\n${total.output.trimEnd()}\n`);
if (rest !== '') console.log(rest);
if (total.passed + total.failed === 0 && !onlyChanged) {
  console.log('no test ran');
  total.failed = 1;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function step(name: string, work: (show: (progress: Progress) => void) => Promise<Outcome>) {
  const counter = startCounter(name);
  const begun = performance.now();
  let flaky: string[] = [];
  let told = 0;
  const { passed, failed, skipped, output } = await work((progress) => {
    flaky = progress.flaky;
    counter.show(progress);
    for (const failure of progress.failing.slice(told)) counter.tell(`FAILED ${failure}`);
    told = progress.failing.length;
  });
  counter.end();
  const counts =
    passed + failed > 1 || skipped > 0
      ? `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} not run` : ''}`
      : '';
  const verdict = `${failed > 0 ? 'FAILED' : 'ok'}  ${((performance.now() - begun) / 1000).toFixed(1)} s`;
  console.log(`${name.padEnd(10)} ${verdict}  ${counts}`.trimEnd());
  for (const test of flaky) console.log(`${''.padEnd(10)} passed on its second try: ${test}`);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed > 0) total.output += `--- ${name}\n${output.trimEnd()}\n`;
}

/** A check that passes is not counted, because it is no test; one that fails counts as a failed test. */
async function check(command: string[]): Promise<Outcome> {
  const { code, output } = await run(command);
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
}

/** Tests near what differs from main, nearest first, as many of them as fit into a minute. */
async function runChanged() {
  const tests = testsOfChange(root, changedFiles(root));
  const done = new Map<string, number>();
  for (const project of allProjects) {
    const own = tests.filter((path) => projectOf(path) === project);
    const seconds = changedSeconds - performance.now() / 1_000;
    if (own.length === 0 || seconds < 1) continue;
    const limits = { TEST_NEAREST: own.join(' '), TEST_SECONDS: seconds.toFixed(0) };
    await step(project, (show) => {
      const follow = (progress: Progress) => {
        done.set(project, progress.done);
        show(progress);
      };
      return runTests(project, [`--project=${project}`, ...own], follow, limits);
    });
  }
  const ran = [...done.values()].reduce((sum, one) => sum + one, 0);
  if (ran < tests.length) rest = `${ran} of ${tests.length} test files near the change ran: npm test runs all`;
}

async function runTests(
  name: string,
  filters: string[],
  show: (progress: Progress) => void,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const file = join(reports, `${name}.json`);
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...filters,
    '--reporter=json',
    '--reporter=./scripts/test-progress.ts',
    `--outputFile.json=${file}`,
    '--passWithNoTests',
  ];
  const { code, output } = await run(command, show, env);
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, output };
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const passed = report.numPassedTests;
  // Files that failed outside their tests: in an import or a hook. Those that had no time say nothing.
  const isLimited = env.TEST_SECONDS !== undefined;
  const brokenFiles = report.testResults.filter(
    (suite) => suite.status === 'failed' && failedCases(suite).length === 0 && !(isLimited && suite.message === ''),
  );
  const failures = [
    ...report.testResults.flatMap(failedCases),
    ...brokenFiles.map((suite) => `${suite.name}\n${suite.message}`),
    ...(report.testResults.length === 0 ? [`no test of ${name} was found`] : []),
  ];
  // An unhandled error fails the run without failing a test; so does the end of its time.
  if (failures.length === 0 && code !== 0 && !isLimited) failures.push(output);
  return {
    passed,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    output: failures.join('\n\n'),
  };
}

function failedCases(suite: SuiteReport): string[] {
  const failed = suite.assertionResults.filter((result) => result.status === 'failed');
  return failed.map(
    (result) =>
      `${suite.name}\n  ${result.fullName}\n${result.failureMessages.join('\n').split('\n').slice(0, 25).join('\n')}`,
  );
}

function run(
  command: string[],
  show: (progress: Progress) => void = () => {},
  more: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  const env = environmentWith({ FORCE_COLOR: '0', NO_COLOR: '1', ...(full ? { TEST_FULL: '1' } : {}), ...more });
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    child.on('message', show);
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
