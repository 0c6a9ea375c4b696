import type { AnyTRPCProcedure } from '@trpc/server';
import { JsonText } from '#server/json-text.ts';
import { appRouter } from '#server/router.ts';
import type { Context, Meta } from '#server/trpc.ts';

/** Every procedure by its dotted name, in the router's order. */
export const procedures = new Map(Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>));

export function metaOf(procedure: AnyTRPCProcedure): Meta {
  return (procedure._def.meta ?? {}) as Meta;
}

/** Calls a procedure for one of the two doors. Returns its answer as JSON text, undefined when it has none; throws the error to answer. */
export async function callProcedure(name: string, procedure: AnyTRPCProcedure, ctx: Context, input: unknown): Promise<string | undefined> {
  const answer: unknown = await procedure({
    path: name,
    type: procedure._def.type,
    ctx,
    getRawInput: () => Promise.resolve(input),
    signal: undefined,
    batchIndex: 0,
  });
  return answer instanceof JsonText ? answer.text : JSON.stringify(answer);
}
