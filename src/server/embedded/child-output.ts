import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

/**
 * Waits for a program's end: its exit code (null after a signal) and what it wrote to stdout and stderr. Rejects when
 * it cannot be started.
 */
export function endOf(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
