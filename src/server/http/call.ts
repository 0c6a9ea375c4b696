import { type AnyTRPCProcedure, TRPCError } from '@trpc/server';
import { Bytes } from '#server/api/bytes.ts';
import { JsonStream } from '#server/api/json-stream.ts';
import { JsonText } from '#server/api/json-text.ts';
import type { Context } from '#server/api/procedures.ts';
import { answerOnce } from '#server/features/idempotency/answer-once.ts';
import { addressKey } from '#server/limits/address-key.ts';
import { appRouter } from '#server/router.ts';
import { definitionOf, proceduresOf, type Result } from './definition.ts';

export const procedures = proceduresOf(appRouter);

type Given = { ctx?: object; input?: unknown; getRawInput?: () => Promise<unknown> };
/** The state of one call. A middleware that adds to the context adds to this call's own, so nothing is copied. */
type Call = { ctx: Context; input: unknown; getRawInput: () => Promise<unknown> };
type Step = (call: Call) => Promise<Result>;
type Parser = { parse(value: unknown): unknown };

export type Made = string | JsonStream | Bytes | undefined;
/**
 * Calls a procedure for one of the two APIs. Resolves with its answer as JSON text, in pieces of it or as a file,
 * undefined when it has none; rejects with the error to answer.
 */
type PreparedCall = (ctx: Context, input: unknown) => Promise<Made>;

/** Calls that change nothing a public page shows. */
const unseen = /^(auth\.(?!accept|deleteAccount)|calendar|codes|contacts|feedback|notifications|threads|waitlist)/;

/**
 * Prepares a procedure's call: tRPC's middlewares in its order as functions that are linked once, where tRPC links and
 * copies for each call. Right input waits for the turn of a limiter; an idempotent call is made once a key.
 */
export function prepareCall(name: string, procedure: AnyTRPCProcedure): PreparedCall {
  const { middlewares, inputs, output, type, meta } = definitionOf(procedure);
  const resolve = middlewares.at(-1);
  const parsers: Parser[] = [...inputs];
  const optionsOf = ({ ctx, input, getRawInput }: Call) => ({
    ctx,
    input,
    getRawInput,
    type,
    path: name,
    meta,
    signal: undefined,
    batchIndex: 0,
  });

  const last: Step = (call) => {
    const work = () => resolve?.(optionsOf(call)) as Promise<Result>;
    const { ctx } = call;
    return meta?.limiter
      ? ctx.deps.limiters[meta.limiter].run(ctx.caller?.id ?? addressKey(ctx.ip), work, ctx.gone)
      : work();
  };

  const before = (middleware: (typeof middlewares)[number], next: Step): Step => {
    if (middleware._type === 'input') {
      const parser = parsers.pop();
      return async (call) => {
        const parsed = parsedBy(parser, await call.getRawInput());
        call.input = isObject(call.input) && isObject(parsed) ? { ...call.input, ...parsed } : parsed;
        return next(call);
      };
    }
    if (middleware._type === 'output') {
      return async (call) => {
        const result = await next(call);
        // tRPC's own parses asynchronously, which takes zod several times as long.
        return result.ok && output ? { ...result, data: output.parse(result.data) } : result;
      };
    }
    return (call) =>
      middleware({
        ...optionsOf(call),
        next: (given: Given = {}) => {
          if (given.ctx) Object.assign(call.ctx, given.ctx);
          if ('input' in given) call.input = given.input;
          if (given.getRawInput) call.getRawInput = given.getRawInput;
          return next(call);
        },
      });
  };

  // From the last to the first; each step turns what it throws into a result, as the middlewares before it expect.
  const run = middlewares
    .slice(0, -1)
    .reduceRight((next, middleware) => guarded(before(middleware, next)), guarded(last));
  const make = async (ctx: Context, input: unknown) => {
    const result = await run({ ctx, input: undefined, getRawInput: () => Promise.resolve(input) });
    if (!result.ok) throw result.error;
    if (result.data instanceof JsonStream || result.data instanceof Bytes) return result.data;
    return result.data instanceof JsonText ? result.data.text : JSON.stringify(result.data);
  };
  const route = meta?.rest ?? name;
  const call: PreparedCall = meta?.idempotent
    ? (ctx, input) => answerOnce(ctx, { route, inputs, input }, async (given) => whole(await make(given, input)))
    : make;
  if (type !== 'mutation') return call;
  // After its commit, so that pages show and the workers find what it wrote.
  return async (ctx, input) => {
    const answer = await call(ctx, input);
    if (!unseen.test(name)) ctx.deps.pageCache.clear();
    ctx.deps.workerNotifier.notify();
    return answer;
  };
}

/** The text of an answer that is no file; undefined when it has none. */
export async function whole(answer: Made): Promise<string | undefined> {
  if (answer instanceof Bytes) throw new Error('a file is answered over REST alone');
  return answer instanceof JsonStream ? answer.text() : answer;
}

function guarded(step: Step): Step {
  return async (call) => {
    try {
      return await step(call);
    } catch (cause) {
      const error = cause instanceof TRPCError ? cause : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause });
      return { ok: false, error };
    }
  };
}

function parsedBy(parser: Parser | undefined, raw: unknown): unknown {
  try {
    return parser?.parse(raw);
  } catch (cause) {
    throw new TRPCError({ code: 'BAD_REQUEST', cause });
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
