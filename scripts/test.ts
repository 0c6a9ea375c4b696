import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentWith } from '#server/config.ts';

/**
 * `npm test`: types, lint, structure, then the tests of each Vitest project. `--full` runs every repetition and `npm
 * run attack`; project names (`unit server chaos e2e`) run only those. The last line is the count of passed and failed
 * tests; the exit code is 1 when any failed.
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
const args = process.argv.slice(2);
const full = args.includes('--full');
const asked = args.filter((arg) => arg !== '--full');
const unknown = asked.find((arg) => !allProjects.includes(arg));
if (unknown !== undefined) {
  console.error(`test: "${unknown}" is none of ${allProjects.join(', ')}, --full`);
  process.exit(2);
}

const reports = mkdtempSync(join(tmpdir(), 'saluni-test-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

const total: Outcome = { passed: 0, failed: 0, skipped: 0, output: '' };
if (asked.length === 0) {
  await step('types', () => check(['node_modules/typescript/bin/tsc', '--noEmit']));
  await step('lint', () => check(['node_modules/@biomejs/biome/bin/biome', 'check', '--colors=off', '.']));
  await step('structure', () => check(['scripts/check-structure.ts']));
}
for (const project of asked.length > 0 ? asked : allProjects) await step(project, () => runProject(project));
if (full && asked.length === 0) await step('attack', () => check(['scripts/attack/main.ts']));

if (total.output !== '') console.log(`\n${total.output.trimEnd()}\n`);
if (total.passed + total.failed === 0) {
  console.log('no test ran');
  total.failed = 1;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function step(name: string, work: () => Promise<Outcome>) {
  process.stdout.write(`${name.padEnd(10)} `);
  const begun = performance.now();
  const { passed, failed, skipped, output } = await work();
  const counts =
    passed + failed > 1 || skipped > 0
      ? `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} not run` : ''}`
      : '';
  console.log(
    `${failed > 0 ? 'FAILED' : 'ok'}  ${((performance.now() - begun) / 1000).toFixed(1)} s  ${counts}`.trimEnd(),
  );
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

async function runProject(project: string): Promise<Outcome> {
  const file = join(reports, `${project}.json`);
  const { code, output } = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    `--project=${project}`,
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--passWithNoTests',
  ]);
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, output };
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const passed = report.numPassedTests;
  // Files that failed outside their tests: in an import or a hook.
  const brokenFiles = report.testResults.filter(
    (suite) => suite.status === 'failed' && failedCases(suite).length === 0,
  );
  const failures = [
    ...report.testResults.flatMap(failedCases),
    ...brokenFiles.map((suite) => `${suite.name}\n${suite.message}`),
    ...(report.testResults.length === 0 ? [`no test of ${project} was found`] : []),
  ];
  // An unhandled error fails the run without failing a test.
  if (failures.length === 0 && code !== 0) failures.push(output);
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

function run(command: string[]): Promise<{ code: number; output: string }> {
  const env = environmentWith({ FORCE_COLOR: '0', NO_COLOR: '1', ...(full ? { TEST_FULL: '1' } : {}) });
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
