import { Worker } from 'node:worker_threads';
import { StartError } from '#server/process/start-error.ts';

/** The one message of a service's thread: where it listens, or why it does not start. */
type ThreadReport<T> = { ready: T } | { failed: string };

type Service<T> = { ready: T; stop(): Promise<void> };

/**
 * Runs an embedded service in a thread, which cannot outlive this process, touch its signals and error handlers or
 * delay the rest of the start. Throws a StartError.
 */
export function startThread<T>(
  name: string,
  file: URL,
  workerData: unknown,
  log: (line: string) => void = () => {},
): Promise<Service<T>> {
  const worker = new Worker(file, { workerData, name, execArgv: ['--no-warnings'] });
  let stopping = false;
  async function stop() {
    stopping = true;
    await worker.terminate();
  }
  return new Promise((resolve, reject) => {
    worker.once('message', async (report: ThreadReport<T>) => {
      if ('ready' in report) return resolve({ ready: report.ready, stop });
      reject(new StartError(report.failed));
      await stop();
    });
    worker.on('error', (error) => {
      log(`the embedded ${name} failed: ${error instanceof Error ? error.message : error}`);
      reject(new StartError(`the embedded ${name} does not start: ${error instanceof Error ? error.message : error}`));
    });
    worker.once('exit', () => {
      if (!stopping) log(`the embedded ${name} ended`);
      reject(new StartError(`the embedded ${name} does not start`));
    });
  });
}
