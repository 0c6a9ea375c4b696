import type { Progress } from './test-progress.ts';

/** Milliseconds between two lines where the output is no terminal; there, one line is rewritten each second. */
const lineEvery = 15_000;
const rewriteEvery = 1_000;

/** Shows how far one stage of `npm test` is, until `end`. */
export function startCounter(stage: string): { show(progress: Progress): void; end(): void } {
  const begun = performance.now();
  const { stdout } = process;
  let shown: Progress | undefined;
  const write = () => {
    const text = counterText(stage, performance.now() - begun, shown);
    stdout.write(stdout.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  };
  if (stdout.isTTY) write();
  const timer = setInterval(write, stdout.isTTY ? rewriteEvery : lineEvery);
  return {
    show(progress) {
      shown = progress;
    },
    end() {
      clearInterval(timer);
      if (stdout.isTTY) stdout.write('\r\x1b[K');
    },
  };
}

/** `milliseconds` since the stage began. */
export function counterText(stage: string, milliseconds: number, progress?: Progress): string {
  const time = `${(milliseconds / 1_000).toFixed(0)} s`;
  if (progress === undefined) return `${stage.padEnd(10)} ... ${time}`;
  const { files, done, passed, failed } = progress;
  return `${stage.padEnd(10)} ... ${time}  ${done} of ${files} files, ${passed} passed, ${failed} failed`;
}
