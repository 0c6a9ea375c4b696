import { randomBytes } from 'node:crypto';
import type { Context, Span } from '@opentelemetry/api';
import type { NodeTracerConfig } from '@opentelemetry/sdk-trace-node';
import { withTimeout } from '#server/process/with-timeout.ts';
import type { OpenSpan, Tracing } from './spans.ts';

/** How long a shutdown waits for the collector, milliseconds. */
const flushWithin = 3_000;

type Resource = NonNullable<NodeTracerConfig['resource']>;

/**
 * Sends spans to an OTLP collector over HTTP. The trace's id is the request's id without its dashes, and the request's
 * span has its first half, so that jobs, which know the request's id alone, join the trace wherever they run. `traced`
 * is the part of the traces that is made: their ids decide, and so alike in every process.
 */
export async function openTelemetry(
  endpoint: string,
  serviceName: string,
  traced = 1,
): Promise<{ tracing: Tracing; close(): Promise<void> }> {
  const [{ context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  /** The ids of the span that is being made, where they are not random. */
  let given: { traceId: string; spanId: string } | undefined;
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new sdk.NodeTracerProvider({
    resource: resourceOf({ 'service.name': serviceName }),
    sampler: new sdk.TraceIdRatioBasedSampler(traced),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
    idGenerator: {
      generateTraceId: () => given?.traceId ?? randomBytes(16).toString('hex'),
      generateSpanId: () => given?.spanId ?? randomBytes(8).toString('hex'),
    },
  });
  provider.register({ propagator: null });
  const tracer = provider.getTracer('saluni');

  function opened(span: Span, parent: Context): OpenSpan {
    const within = trace.setSpan(parent, span);
    return {
      run: (work) => context.with(within, work),
      end({ attributes = {}, error } = {}) {
        span.setAttributes(attributes);
        // The name alone: a message may hold what people entered.
        if (error !== undefined)
          span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error });
        span.end();
      },
    };
  }

  const tracing: Tracing = {
    request(requestId, name, attributes) {
      given = idsOf(requestId);
      const span = tracer.startSpan(name, { root: true, kind: SpanKind.SERVER, attributes });
      given = undefined;
      return opened(span, ROOT_CONTEXT);
    },
    job({ name, requestId, attributes, waitedSince }) {
      const ids = requestId === null ? undefined : idsOf(requestId);
      const request = ids && { ...ids, traceFlags: TraceFlags.SAMPLED, isRemote: true };
      let parent = request ? trace.setSpanContext(ROOT_CONTEXT, request) : ROOT_CONTEXT;
      if (waitedSince !== undefined) {
        const wait = tracer.startSpan(`outbox ${name}`, { startTime: new Date(waitedSince), attributes }, parent);
        wait.end();
        parent = trace.setSpan(parent, wait);
      }
      const span = tracer.startSpan(`job ${name}`, { kind: SpanKind.CONSUMER, attributes }, parent);
      return opened(span, parent);
    },
    below(name, attributes) {
      const parent = context.active();
      if (!trace.getSpan(parent)) return undefined;
      return opened(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent), parent);
    },
  };
  return {
    tracing,
    async close() {
      await withTimeout(flushWithin, provider.shutdown(), 'the collector of traces does not answer').catch(() => {});
      context.disable();
    },
  };
}

/** The ids of a request's trace and span; undefined for an id that is none of ours. */
function idsOf(requestId: string): { traceId: string; spanId: string } | undefined {
  const traceId = requestId.replaceAll('-', '');
  return /^[0-9a-f]{32}$/.test(traceId) ? { traceId, spanId: traceId.slice(0, 16) } : undefined;
}

/** Without the package of resources, which would be one more for a name. */
function resourceOf(attributes: Record<string, string>): Resource {
  const resource: Resource = {
    attributes,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  };
  return resource;
}
