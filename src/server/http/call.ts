import { type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server';
import { Bytes } from '#server/api/bytes.ts';
import { JsonStream } from '#server/api/json-stream.ts';
import { JsonText } from '#server/api/json-text.ts';
import { type Context, takeTurn } from '#server/api/procedures.ts';
import { answerOnce } from '#server/features/idempotency/answer-once.ts';
import { appRouter } from '#server/router.ts';
import { definitionOf, proceduresOf } from './definition.ts';

export const procedures = proceduresOf(appRouter);

export type Made = string | JsonStream | Bytes | undefined;
/**
 * Calls a procedure for one of the two APIs. Resolves with its answer as JSON text, in pieces of it or as a file,
 * undefined when it has none; rejects with the error to answer.
 */
type PreparedCall = (ctx: Context, input: unknown) => Promise<Made>;

/** Prepares the call of a router's procedure by its name; an idempotent call is made once a key. */
export function prepareCall(path: string, router: AnyTRPCRouter = appRouter): PreparedCall {
  const procedure = proceduresOf(router).get(path);
  if (!procedure) throw new Error(`no procedure is called ${path}`);
  const { inputs, type, meta } = definitionOf(procedure);
  const make = async (ctx: Context, input: unknown) => {
    const getRawInput = () => Promise.resolve(input);
    const data: unknown = await callTRPCProcedure({
      router,
      path,
      type,
      ctx,
      getRawInput,
      signal: undefined,
      batchIndex: 0,
    });
    if (data instanceof JsonStream || data instanceof Bytes) return data;
    return data instanceof JsonText ? data.text : JSON.stringify(data);
  };
  const route = meta?.rest ?? path;
  const once: PreparedCall = meta?.idempotent
    ? (ctx, input) => answerOnce(ctx, { route, inputs, input }, async (given) => whole(await make(given, input)))
    : make;
  // Before a key's transaction: what waits for its turn holds no connection.
  const call: PreparedCall = meta?.oneByOne ? (ctx, input) => takeTurn(ctx, 'oneByOne', () => once(ctx, input)) : once;
  if (type !== 'mutation' || meta?.reads) return call;
  // After its commit, so that pages show and the workers find what it wrote.
  return async (ctx, input) => {
    const answer = await call(ctx, input);
    if (meta?.changesPages) ctx.deps.pageCache.clear();
    ctx.deps.workerNotifier.notify();
    return answer;
  };
}

/** The text of an answer that is no file; undefined when it has none. */
export async function whole(answer: Made): Promise<string | undefined> {
  if (answer instanceof Bytes) throw new Error('a file is answered over REST alone');
  return answer instanceof JsonStream ? answer.text() : answer;
}
