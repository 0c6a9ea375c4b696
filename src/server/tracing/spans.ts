/** What is told of a span: never what people entered. */
type Attributes = Record<string, string | number>;

export type OpenSpan = {
  /** Spans that begin in `work`, or later because of it, are below this one. */
  run<T>(work: () => T): T;
  end(told?: { attributes?: Attributes; error?: unknown }): void;
};

/** A job, and the request that caused it; null for what no request did. */
type Job = { name: string; requestId: string | null; attributes: Attributes; waitedSince?: string };

export type Tracing = {
  request(requestId: string, name: string, attributes: Attributes): OpenSpan;
  job(job: Job): OpenSpan;
  /** Undefined outside of requests and jobs: what the process does for itself is not traced. */
  below(name: string, attributes: Attributes): OpenSpan | undefined;
};

/** One for the process, as connections, of which it tells, know nothing of a request. */
let tracing: Tracing | undefined;

export function setTracing(next: Tracing | undefined): void {
  tracing = next;
}

/** Undefined unless the process was told to trace. */
export function currentTracing(): Tracing | undefined {
  return tracing;
}

/** Runs `work` in a span below the request or job that it is part of. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const span = tracing?.below(name, attributes);
  return span ? endWith(span, work) : work();
}

/** Runs `work` as a job of the trace of the request that caused it. */
export function inJob<T>(job: Job, work: () => Promise<T>): Promise<T> {
  const span = tracing?.job(job);
  return span ? endWith(span, work) : work();
}

async function endWith<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}
