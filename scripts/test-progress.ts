import type { Reporter, SerializedError, TestCase, Vitest } from 'vitest/node';
import { environmentWith } from '#server/config.ts';

/**
 * How far a run of Vitest is. `files` have at least one test to run; `done` of them are finished. `flaky` names tests
 * that passed on their second try alone (decision 067), `failing` those that failed, each with what it met.
 */
export type Progress = {
  files: number;
  done: number;
  passed: number;
  failed: number;
  flaky: string[];
  failing: string[];
};
/** Lines of a failure: an assertion's message says which values differ in its difference alone. */
const mostLines = 30;

/**
 * A reporter, Vitest's by its default export, that tells `scripts/test.ts` how far the run of its child process is.
 * After TEST_SECONDS no further test begins.
 */
export default class ProgressReporter implements Reporter {
  readonly #progress: Progress = { files: 0, done: 0, passed: 0, failed: 0, flaky: [], failing: [] };

  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    const { TEST_SECONDS } = environmentWith({});
    if (TEST_SECONDS === undefined) return;
    setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), Number(TEST_SECONDS) * 1_000).unref();
  }

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#tell({ files: specifications.length });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    const { passed, failed, flaky, failing } = this.#progress;
    const name = `${test.module.relativeModuleId}: ${test.fullName}`;
    if (test.diagnostic()?.flaky) this.#tell({ flaky: [...flaky, name] });
    if (state === 'passed') this.#tell({ passed: passed + 1 });
    if (state === 'failed')
      this.#tell({ failed: failed + 1, failing: [...failing, [name, ...errors.map(textOf)].join('\n')] });
  }

  onTestModuleEnd(module: { state(): string }): void {
    if (module.state() !== 'skipped') this.#tell({ done: this.#progress.done + 1 });
  }

  /** They fail the run without failing a test, and the JSON report has no place for them. */
  onTestRunEnd(_modules: unknown, unhandled: readonly SerializedError[]): void {
    if (unhandled.length > 0) this.#vitest?.logger.printUnhandledErrors(unhandled);
  }

  #tell(news: Partial<Progress>): void {
    process.send?.(Object.assign(this.#progress, news));
  }
}

function textOf({ message, diff }: SerializedError & { diff?: string }): string {
  const lines = `${message}${diff === undefined ? '' : `\n${diff}`}`.split('\n').slice(0, mostLines);
  return lines.map((line) => `  ${line}`).join('\n');
}
