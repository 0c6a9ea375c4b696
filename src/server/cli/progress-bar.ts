import type { Progress } from '#server/backup/backup.ts';

const width = 30;

/** A bar in the terminal, on its own line; nothing where the output is no terminal. `end` removes it. */
export function progressBar(out: NodeJS.WriteStream): { progress: Progress; end(): void } {
  let shown = '';
  return {
    progress(what, done, of) {
      if (!out.isTTY) return;
      const part = of === 0 ? 1 : Math.min(done / of, 1);
      const bar = '#'.repeat(Math.floor(part * width)).padEnd(width, '.');
      const line = `[${bar}] ${String(Math.floor(part * 100)).padStart(3)} %  ${what}`;
      if (line === shown) return;
      out.write(`\r${line.padEnd(shown.length)}`);
      shown = line;
    },
    end() {
      if (shown !== '') out.write(`\r${' '.repeat(shown.length)}\r`);
      shown = '';
    },
  };
}
