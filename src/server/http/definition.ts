import type { AnyTRPCProcedure, AnyTRPCRouter, TRPCError } from '@trpc/server';
import type { z } from 'zod';
import type { Meta } from '#server/api/procedures.ts';

/** What a middleware hands on: tRPC's own type of it. */
export type Result = { ok: true; data: unknown } | { ok: false; error: TRPCError };
type Middleware = ((opts: Record<string, unknown>) => Promise<Result>) & { _type?: 'input' | 'output' };

/** How a procedure was declared. The last middleware is its own work. */
type Definition = {
  type: 'query' | 'mutation' | 'subscription';
  middlewares: Middleware[];
  inputs: z.ZodType[];
  output?: z.ZodType;
  meta?: Meta;
};

/** tRPC has no public way to it: this file alone reads `_def` (decision 003). */
export function definitionOf(procedure: AnyTRPCProcedure): Definition {
  return procedure._def as unknown as Definition;
}

export function metaOf(procedure: AnyTRPCProcedure): Meta {
  return definitionOf(procedure).meta ?? {};
}

/** Every procedure by its dotted name, in the router's order. */
export function proceduresOf(router: AnyTRPCRouter): Map<string, AnyTRPCProcedure> {
  return new Map(Object.entries(router._def.procedures as unknown as Record<string, AnyTRPCProcedure>));
}
