import { initTRPC } from '@trpc/server';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Role } from '#shared/constants.ts';
import type { Database } from './db/connect.ts';
import type { Deps } from './deps.ts';
import { asTrpcError, codeOf, forbidden, type Problem, problemOf, type Sources, unauthorized } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How a procedure is mounted as a REST route, and who may call it. */
export type Meta = {
  /** Method and path exactly as specified; `{id}` takes the input's field of that name from the path. */
  rest?: `${Method} /${string}`;
  /** Status of success; 200 where absent. 204 answers without a body. */
  status?: number;
  /** Whether the body may also be form-encoded. */
  form?: boolean;
  /** Whether it heeds an `Idempotency-Key`. */
  idempotent?: boolean;
  /** Statuses of refusals that its role and its method do not imply. */
  refusals?: readonly number[];
  /** Roles that may call it at all; absent: everyone. Set by the ladder below. */
  access?: readonly Role[];
};

/** Who is calling, as the session says at this moment. */
export type Caller = {
  id: string;
  role: Role;
  email: string;
  username: string;
  professional_id: string | null;
  client_id: string | null;
  session_id: string;
};

/** What of a caller decides which objects they may see and change; null where the caller is a visitor. */
export type Viewer = Pick<Caller, 'role' | 'professional_id' | 'client_id'>;

export type Context = {
  deps: Deps;
  db: Database;
  caller: Caller | null;
  ip: string;
  requestId: string;
  /** A header of the request, by its lower-case name. */
  header(name: string): string | undefined;
  /** Sets a header of the answer. */
  setHeader(name: string, value: string): void;
};

/** How tRPC says a problem; the same value as on REST stands in `data.detail`. */
function shapeOf({ status, detail }: Problem, code: TRPC_ERROR_CODE_KEY, path?: string) {
  return {
    message: typeof detail === 'string' ? detail : 'Validation failed',
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: status, path, detail },
  };
}

/** The answer to a request that was refused before tRPC saw it. */
export function trpcError(problem: Problem) {
  return { error: shapeOf(problem, codeOf(problem.status)) };
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({ errorFormatter: ({ shape, error }) => shapeOf(problemOf(error), error.code, shape.data.path) });

export const router = t.router;

export function pathFields(rest: string): string[] {
  return [...rest.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Where REST takes a procedure's fields from; on tRPC they count as the same. */
function sourcesOf(meta: Meta | undefined): Sources {
  if (!meta?.rest) return { path: [], rest: 'body' };
  return { path: pathFields(meta.rest), rest: /^(GET|DELETE) /.test(meta.rest) ? 'query' : 'body' };
}

/** One page of a plain list; the length of the whole list goes into `X-Total-Count` (contract 2). */
export function counted<T>(ctx: Context, { results, total }: { results: T[]; total: number }): T[] {
  ctx.setHeader('x-total-count', String(total));
  return results;
}

/** The caller, if the roles include theirs: 401 without one, 403 for another role, before anything is loaded. */
export function requireAccess(caller: Caller | null, access: readonly Role[] | undefined): void {
  if (!access) return;
  if (!caller) unauthorized();
  else if (!access.includes(caller.role)) forbidden();
}

/** Every error leaves as one that knows its answer, whichever door it leaves by. */
const translated = t.procedure.use(async ({ next, meta, ctx, path, getRawInput }) => {
  // A call without input is one with no fields.
  const result = await next({ getRawInput: async () => (await getRawInput()) ?? {} });
  if (result.ok) return result;
  const error = asTrpcError(result.error, sourcesOf(meta));
  if (error.code === 'INTERNAL_SERVER_ERROR')
    ctx.deps.log.error({ err: result.error.cause ?? result.error, path, requestId: ctx.requestId }, 'call failed');
  throw error;
});

/** Everyone; a bad token counts as none. */
export const open = translated;

const restricted = translated.use(({ ctx, meta, next }) => {
  requireAccess(ctx.caller, meta?.access);
  return next({ ctx: { caller: ctx.caller ?? unauthorized() } });
});

/** Anyone with a session. */
export const authed = restricted.meta({ access: ['client', 'professional', 'admin'] });

/** Roles of the rights table, in any combination. */
export function only(...access: Role[]) {
  return restricted.meta({ access });
}

export const client = only('client').use(({ ctx, next }) => next({ ctx: { clientId: ctx.caller.client_id ?? forbidden() } }));
export const professional = only('professional').use(({ ctx, next }) =>
  next({ ctx: { professionalId: ctx.caller.professional_id ?? forbidden() } }),
);
