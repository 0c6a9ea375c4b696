import type { Progress } from './test-progress.ts';

/** Milliseconds between two lines where the output is no terminal; there, one line is rewritten each second. */
const lineEvery = 15_000;
const rewriteEvery = 1_000;

/** Shows how far one stage of `npm test` is, until `end`; `tell` writes lines that stay. */
export function startCounter(stage: string): { show(progress: Progress): void; tell(text: string): void; end(): void } {
  const begun = performance.now();
  const { stdout } = process;
  let shown: Progress | undefined;
  const write = () => {
    const text = counterText(stage, performance.now() - begun, shown);
    stdout.write(stdout.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  };
  const clear = () => stdout.isTTY && stdout.write('\r\x1b[K');
  if (stdout.isTTY) write();
  const timer = setInterval(write, stdout.isTTY ? rewriteEvery : lineEvery);
  return {
    show(progress) {
      shown = progress;
    },
    tell(text) {
      clear();
      stdout.write(`${text}\n`);
    },
    end() {
      clearInterval(timer);
      clear();
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
