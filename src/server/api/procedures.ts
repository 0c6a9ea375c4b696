import { initTRPC } from '@trpc/server';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { z } from 'zod';
import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { asTrpcError, codeOf, forbidden, type Problem, problemOf, type Sources, unauthorized } from '#server/errors.ts';
import { addressKey } from '#server/limits/address-key.ts';
import type { Role } from '#shared/constants.ts';
import type { Caller } from './caller.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `parts`: a multipart body of short texts; `multipart`: one with a file. */
export type BodyKind = 'json' | 'form' | 'parts' | 'multipart';

/** How a procedure is mounted over REST, and who may call it. */
export type Meta = {
  /** Method and path exactly as specified; `{id}` becomes the input's field `id`. */
  rest?: `${Method} /${string}`;
  /** Status of success, by default 200. With 204 the answer has no body. */
  status?: number;
  /** Another status of success, which the call sets over REST where it applies. */
  otherStatus?: number;
  /** Kinds of body that REST takes, by default JSON alone; a DELETE takes one only if it says so. */
  bodies?: readonly BodyKind[];
  /** Fields that REST takes from the query although the call has a body. */
  query?: readonly string[];
  /** Fields of the body that REST takes from the query where the body has none. */
  alsoInQuery?: readonly string[];
  /** Largest body, bytes; by default 100 kB (contract 2). Of a multipart body it is the largest file. */
  bodyLimit?: number;
  /** Of a multipart body: whether its file may be any, not only a picture. */
  anyFile?: true;
  /** Whether the answer goes out in pieces, and may take longer than others. */
  isStreamed?: true;
  /** Media type of the answer over REST, a text that the call returns as a string, or a file; by default JSON. */
  media?: 'text/calendar' | 'text/csv' | 'image/webp';
  /** Whether tRPC has no such call: its body or its answer is a file. */
  onlyRest?: true;
  /** Whether the answer is true only at the moment of asking, so that no cache may keep it. */
  momentary?: boolean;
  /** Whether the address alone lets its holder read what is private: no cache keeps the answer, which has an `ETag`. */
  secretAddress?: boolean;
  /** Whether the call may be part of a tRPC batch, by default true. */
  batch?: boolean;
  /** Whether an `Idempotency-Key` makes the call once: `features/idempotency` does it for any call with this mark. */
  idempotent?: boolean;
  /** Whether a caller's calls are made one after another, as each waits for a lock that the one before holds. */
  oneByOne?: true;
  /** Whether the call may change what a public page shows: none that is kept counts any longer. */
  changesPages?: true;
  /** Whether a call with a body, a mutation over tRPC, only reads. */
  reads?: true;
  /** Error statuses to document besides those that its roles and method imply. */
  refusals?: readonly number[];
  /** Roles that may call; absent means everyone. Set by `authed`, `only` and the other builders below. */
  access?: readonly Role[];
};

export type Context = {
  deps: Deps;
  /** The database; of a call under an `Idempotency-Key` the transaction that everything of it is part of. */
  db: Db;
  caller: Caller | null;
  ip: string;
  requestId: string;
  /** A header of the request, by its lower-case name. */
  header(name: string): string | undefined;
  /** Whether nobody waits for the answer any more: the request took too long, or its connection was closed. */
  gone(): boolean;
  /** Sets a header of the answer. */
  setHeader(name: string, value: string): void;
  /** Sets the status of the answer over REST, one that the call's meta names. */
  setStatus(status: number): void;
};

/** A problem in tRPC's error format; `data.detail` is the same value as on REST. */
function shapeOf({ status, detail, reason }: Problem, code: TRPC_ERROR_CODE_KEY, path?: string) {
  return {
    message: typeof detail === 'string' ? detail : 'Validation failed',
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: status, path, detail, reason },
  };
}

/** A problem as tRPC answers it; `path` is the called procedure's name, where there is one. */
export function trpcError(problem: Problem, path?: string) {
  return { error: shapeOf(problem, codeOf(problem.status), path) };
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({ errorFormatter: ({ shape, error }) => shapeOf(problemOf(error), error.code, shape.data.path) });

export const router = t.router;

export function pathFields(rest: string): string[] {
  return [...rest.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Where REST takes a procedure's fields from; errors over tRPC name the same locations. */
function sourcesOf(meta: Meta | undefined): Sources {
  if (!meta?.rest) return { path: [], rest: 'body' };
  const [method = ''] = meta.rest.split(' ');
  return { path: pathFields(meta.rest), query: meta.query, rest: takesBody(meta, method) ? 'body' : 'query' };
}

/** Whether the fields of a call come in the body of its request. */
export function takesBody({ bodies }: Meta, method: string): boolean {
  return method === 'DELETE' ? bodies !== undefined : method !== 'GET';
}

/** Returns one page of a plain list and puts the length of the whole list into `X-Total-Count` (contract 2). */
export function withTotal<T>(ctx: Context, { results, total }: { results: T[]; total: number }): T[] {
  ctx.setHeader('x-total-count', String(total));
  return results;
}

/** For `.output()` of a long list: tRPC parses a schema asynchronously, four times as long for zod (decision 003). */
export function atOnce<T extends z.ZodType>(schema: T) {
  return Object.assign((answer: unknown): z.output<T> => schema.parse(answer), { schema });
}

/** Throws 401 without a caller and 403 for a role that `access` does not list. */
export function requireAccess(caller: Caller | null, access: readonly Role[] | undefined): void {
  if (!access) return;
  if (!caller) unauthorized();
  else if (!access.includes(caller.role)) forbidden();
}

/** A page of a list that is at hand whole. */
export function pageFrom<T>(all: readonly T[], { skip, limit }: { skip: number; limit: number }) {
  return { results: all.slice(skip, skip + limit), total: all.length };
}

/** Every error becomes one that carries its answer, over REST and tRPC alike. */
const translated = t.procedure.use(async ({ next, meta, getRawInput }) => {
  // A call without input counts as one without fields.
  const result = await next({ getRawInput: async () => (await getRawInput()) ?? {} });
  if (result.ok) return result;
  throw asTrpcError(result.error, sourcesOf(meta));
});

/** Runs a call's work when it is its turn, fair to callers: users, or addresses without one. */
export function takeTurn<T>(ctx: Context, limiter: 'lists' | 'pictures' | 'oneByOne', work: () => Promise<T>) {
  return ctx.deps.limiters[limiter].run(ctx.caller?.id ?? addressKey(ctx.ip), work, ctx.gone);
}

/** The work of a call with right input waits for its turn. */
export function inTurn(limiter: 'lists' | 'pictures') {
  return t.middleware(({ ctx, next }) => takeTurn(ctx, limiter, () => next()));
}

/** For everyone; an invalid token counts as none. */
export const publicProcedure = translated;

const restricted = translated.use(({ ctx, meta, next }) => {
  requireAccess(ctx.caller, meta?.access);
  return next({ ctx: { caller: ctx.caller ?? unauthorized() } });
});

/** For anyone with a session. */
export const authed = restricted.meta({ access: ['client', 'professional', 'admin'] });

/** For the given roles. */
export function only(...access: Role[]) {
  return restricted.meta({ access });
}

export const client = only('client').use(({ ctx, next }) =>
  next({ ctx: { clientId: ctx.caller.client_id ?? forbidden() } }),
);
export const professional = only('professional').use(({ ctx, next }) =>
  next({ ctx: { professionalId: ctx.caller.professional_id ?? forbidden() } }),
);
