import type { Reporter, Vitest } from 'vitest/node';
import { environmentWith } from '#server/config.ts';

/** How far a run of Vitest is. `files` have at least one test to run; `done` of them are finished. */
export type Progress = { files: number; done: number; passed: number; failed: number };

/**
 * A reporter, Vitest's by its default export, that tells `scripts/test.ts` how far the run of its child process is.
 * After TEST_SECONDS no further test begins.
 */
export default class ProgressReporter implements Reporter {
  readonly #progress: Progress = { files: 0, done: 0, passed: 0, failed: 0 };

  onInit(vitest: Vitest): void {
    const { TEST_SECONDS } = environmentWith({});
    if (TEST_SECONDS === undefined) return;
    setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), Number(TEST_SECONDS) * 1_000).unref();
  }

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#tell({ files: specifications.length });
  }

  onTestCaseResult(test: { result(): { state: string } }): void {
    const { state } = test.result();
    const { passed, failed } = this.#progress;
    if (state === 'passed') this.#tell({ passed: passed + 1 });
    if (state === 'failed') this.#tell({ failed: failed + 1 });
  }

  onTestModuleEnd(module: { state(): string }): void {
    if (module.state() !== 'skipped') this.#tell({ done: this.#progress.done + 1 });
  }

  #tell(news: Partial<Progress>): void {
    process.send?.(Object.assign(this.#progress, news));
  }
}
