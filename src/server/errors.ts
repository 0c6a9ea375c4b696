import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { DAY, HOUR, MINUTE, type RefusalReason } from '#shared/constants.ts';
import { lostRace } from './db/transact.ts';

/** One invalid field: its location in the request, a message for the user, and the rule that it broke. */
type FieldProblem = { loc: (string | number)[]; msg: string; type: string };
type Detail = string | FieldProblem[];

/**
 * The content of an error answer, the same over REST and tRPC; `reason` is a code for screens that do more than show
 * the text, and on tRPC alone.
 */
export type Problem = {
  status: number;
  detail: Detail;
  headers?: Record<string, string>;
  reason?: RefusalReason | undefined;
};

type Code = TRPCError['code'];
const codes: Record<number, Code> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

/** tRPC's error code for an HTTP status. */
export function codeOf(status: number): Code {
  return codes[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR');
}

/** An error that carries the answer to send. It is tRPC's own: making another one around it costs a stack each time. */
class Refusal extends TRPCError {
  readonly problem: Problem;
  constructor(problem: Problem, cause?: unknown) {
    const message = typeof problem.detail === 'string' ? problem.detail : 'Validation failed';
    super({ code: codeOf(problem.status), message, cause });
    this.problem = problem;
  }
}

type More = Pick<Problem, 'headers' | 'reason'> & { cause?: unknown };

function refuse(status: number, detail: Detail, { headers, reason, cause }: More = {}): never {
  throw new Refusal({ status, detail, headers, reason }, cause);
}

const awayText = 'Service temporarily unavailable';

export const badRequest = (detail = 'Malformed request body') => refuse(400, detail);
export const unauthorized = (detail = 'Not authenticated') => refuse(401, detail);
export const forbidden = (detail = 'You do not have permission to perform this action.') => refuse(403, detail);
export const notFound = (thing: string) => refuse(404, `${thing} not found`);
export const conflict = (detail: string, reason?: RefusalReason, cause?: unknown) =>
  refuse(409, detail, { reason, cause });
/** The answer to a body over `limit` bytes; kB and MB are by 1,024 (contract 2). */
export function bodyTooLarge(limit: number): Problem {
  const size = limit < 1024 * 1024 ? `${limit / 1024} kB` : `${limit / 1024 / 1024} MB`;
  return { status: 413, detail: `The request body must be at most ${size}.` };
}
export const refuseLargeBody = (limit: number) => refuse(413, bodyTooLarge(limit).detail);
export const tooLarge = (detail: string) => refuse(413, detail);
export const wrongType = (detail: string) => refuse(415, detail);
export const invalid = (loc: (string | number)[], msg: string | readonly string[], type = 'value_error') =>
  refuse(
    422,
    [msg].flat().map((one) => ({ loc, msg: one, type })),
  );
/** The answer to fields that a call looks at late. */
export const invalidFields = (error: z.core.$ZodError) =>
  refuse(422, problemOfZod(error, { path: [], rest: 'body' }).detail);
export const tooMany = (detail: string, { seconds, reason }: { seconds?: number; reason?: RefusalReason } = {}) =>
  refuse(429, detail, { headers: seconds === undefined ? undefined : { 'retry-after': String(seconds) }, reason });
const lengths = { minutes: MINUTE, hours: HOUR, days: DAY };
/** 429 where `wait` milliseconds have to pass before one more of `what`, in words: bookings, messages. */
export function refuseMore(what: string, wait: number, unit: keyof typeof lengths = 'minutes'): void {
  const text = `Too many ${what}. Try again in ${Math.ceil(wait / lengths[unit])} ${unit}.`;
  if (wait > 0) tooMany(text, { seconds: Math.ceil(wait / 1_000) });
}
export const tooManyRequests = (seconds: number) =>
  tooMany(`Too many requests. Try again in ${seconds} seconds.`, { seconds });
export const unavailable = (seconds: number, cause?: unknown) =>
  refuse(503, awayText, { headers: { 'retry-after': String(seconds) }, cause });

/** Which fields of an input came from the path, and where the others came from; for `loc`. */
export type Sources = { path: readonly string[]; query?: readonly string[] | undefined; rest: 'query' | 'body' };

function problemOfZod(error: z.core.$ZodError, sources: Sources): Problem {
  const misnamed = error.issues.find(
    (issue) => typeof issue.path[0] === 'string' && sources.path.includes(issue.path[0]),
  );
  // A malformed path id is answered as an unknown one: 404, not 422.
  if (misnamed)
    return { status: 404, detail: misnamed.message.endsWith(' not found') ? misnamed.message : 'Not found' };
  const detail = error.issues.map((issue) => ({
    loc: [
      sources.query?.includes(String(issue.path[0])) ? 'query' : sources.rest,
      ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
    ],
    msg: issue.message,
    type: issue.code ?? 'value_error',
  }));
  return { status: 422, detail };
}

/** Features give the user-facing text for a constraint; see `refuseViolation`. */
type DatabaseError = Error & { code: string; constraint?: string };

/** Each has a digit, unlike EPIPE. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/;

export function databaseError(error: unknown): DatabaseError | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && sqlState.test(error.code)
    ? (error as DatabaseError)
    : undefined;
}

/** Whether a transaction that threw this wrote nothing. With a connection that was lost at its commit nobody knows. */
export function wroteNothing(error: unknown): boolean {
  return error instanceof TRPCError || /^(?!08|57)./.test(databaseError(error)?.code ?? '');
}

/** Runs a write; a violation of a constraint named in `texts` becomes a 409 with that text. */
export async function refuseViolation<T>(texts: Record<string, string>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const text = texts[databaseError(error)?.constraint ?? ''];
    if (text) return conflict(text);
    throw error;
  }
}

const away: Problem = { status: 503, detail: awayText, headers: { 'retry-after': '2' } };
const unknown: Problem = { status: 500, detail: 'Internal server error' };
const malformedBody: Problem = { status: 400, detail: 'Malformed request body' };

const outrun: Problem = { status: 409, detail: 'Someone else just changed that. Please try again.' };

/**
 * What only the call of somebody whose account was deleted while it was under way violates: its rows refer to nobody,
 * or would give a former professional or client a name again.
 */
const departed = /_(user_id|professional_id)_fkey$|^(professionals|clients)_former_check$/;

/**
 * By SQLSTATE: 08, 53, 57, 58, 55P03, 25P03 and 25006 (a standby was asked to write, while another server takes over)
 * mean that the database cannot answer now; a race that is still lost after `transact` tried again is nobody's fault.
 * Anything else is a fault of ours: schemas refuse bad values, and features name the constraints that they expect.
 */
function problemOfDatabase(error: DatabaseError): Problem {
  if (departed.test(error.constraint ?? '')) return { status: 401, detail: 'Not authenticated' };
  if (lostRace(error)) return outrun;
  return /^(08|53|57|58|55P03|25P03|25006)/.test(error.code) ? away : unknown;
}

const connectionTroubles = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/;
const poolTroubles = new RegExp(
  'timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|' +
    'Client was closed|the database system is|Query read timeout',
  'i',
);

/** The answer for any error. An unknown error is a 500, whose cause only the log gets. */
export function problemOf(error: unknown, sources: Sources = { path: [], rest: 'body' }): Problem {
  if (error instanceof Refusal) return error.problem;
  if (error instanceof z.core.$ZodError) return problemOfZod(error, sources);
  if (error instanceof TRPCError) {
    if (error.code === 'PARSE_ERROR' || (error.code === 'BAD_REQUEST' && error.cause instanceof SyntaxError))
      return malformedBody;
    // Only an input is the caller's: an answer that its own schema refuses is a fault of ours.
    if (error.cause instanceof z.core.$ZodError && error.code !== 'BAD_REQUEST') return unknown;
    const known = error.cause && problemOf(error.cause, sources);
    if (known && known !== unknown) return known;
    const status = Object.entries(codes).find(([, code]) => code === error.code)?.[0];
    return status ? { status: Number(status), detail: error.message } : unknown;
  }
  const known = databaseError(error);
  if (known) return problemOfDatabase(known);
  if (error instanceof AggregateError && error.errors.length > 0) return problemOf(error.errors[0], sources);
  if (error instanceof Error) {
    if ('code' in error && connectionTroubles.test(String(error.code))) return away;
    if (poolTroubles.test(error.message)) return away;
    if ('statusCode' in error) return problemOfFastify(error as Error & { statusCode: number; code?: string });
  }
  return unknown;
}

/** Whether an error says that the database does not answer. */
export function isAway(error: unknown): boolean {
  return problemOf(error) === away;
}

function problemOfFastify(error: Error & { statusCode: number; code?: string }): Problem {
  if (error.statusCode === 415) return { status: 415, detail: 'The request body must be JSON (application/json).' };
  if (error.statusCode === 400) return malformedBody;
  if (error.statusCode === 503) return away;
  return error.statusCode < 500 ? { status: error.statusCode, detail: error.message } : unknown;
}

/** Wraps any error in a TRPCError that carries its answer. */
export function asTrpcError(error: unknown, sources: Sources): TRPCError {
  if (error instanceof Refusal) return error;
  const problem = problemOf(error, sources);
  if (problem.status === 500)
    return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error', cause: error });
  return new Refusal(problem, error);
}
