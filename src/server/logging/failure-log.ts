import type { Logger } from 'pino';

/** What a log line says beside the cause, such as the request's id and route. */
type Details = Record<string, unknown>;

/** Logs the cause of an answer of 500 or more. */
export type FailureLog = (error: unknown, status: number, details: Details) => void;

/**
 * Most lines of one kind in a second; further ones are counted, so that a database that is away does not fill the disk.
 */
const linesPerSecond = 10;

/** The error at the bottom: what wraps it only carries the answer. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;
}

/** Errors are of one kind if they have one status and one code, or one class. */
function kindOf(cause: unknown, status: number): string {
  const { code, name } = (cause ?? {}) as { code?: unknown; name?: unknown };
  return `${status} ${String(code ?? name ?? typeof cause)}`;
}

/** Our faults (500) are logged as errors, those of others (503) as warnings. */
export function createFailureLog(log: Logger): FailureLog {
  const seconds = new Map<string, { lines: number; more: number }>();

  function write(cause: unknown, status: number, details: Details, more: number): void {
    const text = `failed to answer a request${more > 0 ? ` (${more} more in the last second)` : ''}`;
    log[status === 503 ? 'warn' : 'error']({ ...details, status, err: cause }, text);
  }

  return (error, status, details) => {
    const cause = causeOf(error);
    const kind = kindOf(cause, status);
    const second = seconds.get(kind);
    if (!second) {
      const begun = { lines: 1, more: 0 };
      seconds.set(kind, begun);
      const end = () => {
        seconds.delete(kind);
        if (begun.more > 0) write(cause, status, {}, begun.more);
      };
      setTimeout(end, 1_000).unref();
      write(cause, status, details, 0);
    } else if (second.lines < linesPerSecond) {
      second.lines++;
      write(cause, status, details, 0);
    } else {
      second.more++;
    }
  };
}
