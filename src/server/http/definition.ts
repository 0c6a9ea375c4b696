import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { z } from 'zod';
import type { atOnce, Meta } from '#server/api/procedures.ts';

/** How a procedure was declared. */
type Definition = {
  type: 'query' | 'mutation' | 'subscription';
  inputs: z.ZodType[];
  output?: z.ZodType | ReturnType<typeof atOnce>;
  meta?: Meta;
};

/** For routes, documents and checks; tRPC alone calls what it was made of (decision 003). */
export function definitionOf(procedure: AnyTRPCProcedure): Definition {
  return procedure._def as unknown as Definition;
}

export function metaOf(procedure: AnyTRPCProcedure): Meta {
  return definitionOf(procedure).meta ?? {};
}

/** The schema of its answer. */
export function outputOf(procedure: AnyTRPCProcedure): z.ZodType | undefined {
  const { output } = definitionOf(procedure);
  return output instanceof z.ZodType ? output : output?.schema;
}

/** Every procedure by its dotted name, in the router's order. */
export function proceduresOf(router: AnyTRPCRouter): Map<string, AnyTRPCProcedure> {
  return new Map(Object.entries(router._def.procedures as unknown as Record<string, AnyTRPCProcedure>));
}
