import { TRPCError } from '@trpc/server';
import { z } from 'zod';

/** One wrong field: where it stands, what is wrong in words for a person, and which rule it broke. */
type FieldProblem = { loc: (string | number)[]; msg: string; type: string };
type Detail = string | FieldProblem[];

/** What an answer says when it is not a 2xx: the same on both doors. */
export type Problem = { status: number; detail: Detail; headers?: Record<string, string> };

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

/** What tRPC calls a status. */
export function codeOf(status: number): Code {
  return codes[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR');
}

/** An error that knows its answer. */
class Refusal extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(typeof problem.detail === 'string' ? problem.detail : 'Validation failed');
    this.problem = problem;
  }
}

function refuse(status: number, detail: Detail, headers?: Record<string, string>): never {
  const cause = new Refusal({ status, detail, headers });
  throw new TRPCError({ code: codeOf(status), message: cause.message, cause });
}

const bodyLimit = 'The request body must be at most 100 kB.';
const awayText = 'Service temporarily unavailable';

export const badRequest = (detail = 'Malformed request body') => refuse(400, detail);
export const unauthorized = (detail = 'Not authenticated') => refuse(401, detail);
export const forbidden = (detail = 'You do not have permission to perform this action.') => refuse(403, detail);
export const notFound = (thing: string) => refuse(404, `${thing} not found`);
export const conflict = (detail: string) => refuse(409, detail);
export const bodyTooLarge = () => refuse(413, bodyLimit);
export const wrongType = (detail: string) => refuse(415, detail);
export const invalid = (loc: (string | number)[], msg: string, type = 'value_error') => refuse(422, [{ loc, msg, type }]);
export const tooMany = (detail: string, seconds?: number) =>
  refuse(429, detail, seconds === undefined ? undefined : { 'retry-after': String(seconds) });
export const tooManyRequests = (seconds: number) => tooMany(`Too many requests. Try again in ${seconds} seconds.`, seconds);
export const unavailable = (seconds: number) => refuse(503, awayText, { 'retry-after': String(seconds) });

/** Where each field of an input came from, for `loc`. */
export type Sources = { path: readonly string[]; rest: 'query' | 'body' };

function problemOfZod(error: z.core.$ZodError, sources: Sources): Problem {
  const misnamed = error.issues.find((issue) => typeof issue.path[0] === 'string' && sources.path.includes(issue.path[0]));
  // What the path may not even say names nothing, whatever rule it broke.
  if (misnamed) return { status: 404, detail: misnamed.message.endsWith(' not found') ? misnamed.message : 'Not found' };
  const detail = error.issues.map((issue) => ({
    loc: [sources.rest, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    msg: issue.message,
    type: issue.code ?? 'value_error',
  }));
  return { status: 422, detail };
}

/** Where a violation of a named constraint says something to the person, features say what; see `refuseViolation`. */
type DatabaseError = Error & { code: string; constraint?: string };

export function databaseError(error: unknown): DatabaseError | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? (error as DatabaseError)
    : undefined;
}

/** Runs a write; a violation of one of the named constraints becomes the 409 with its text. */
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

/** SQLSTATE classes: 22 bad values, 23 broken rules, 40 lost races, 53/57/58/08 and 55P03 a database that cannot answer now. */
function problemOfDatabase({ code }: DatabaseError): Problem | undefined {
  if (code.startsWith('22'))
    return { status: 422, detail: [{ loc: ['body'], msg: 'Contains a value that cannot be stored', type: 'value_error' }] };
  if (code.startsWith('23') || code.startsWith('40'))
    return { status: 409, detail: 'That has just been changed by somebody else. Please try again.' };
  if (/^(08|53|57|58)/.test(code) || code === '55P03' || code === '25P03') return away;
  return undefined;
}

const connectionTroubles = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/;
const poolTroubles =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|the database system is|Query read timeout/i;

/** What to answer to an error of any kind. Anything unknown is a 500, whose cause is for the log alone. */
export function problemOf(error: unknown, sources: Sources = { path: [], rest: 'body' }): Problem {
  if (error instanceof Refusal) return error.problem;
  if (error instanceof z.core.$ZodError) return problemOfZod(error, sources);
  if (error instanceof TRPCError) {
    if (error.code === 'PARSE_ERROR' || (error.code === 'BAD_REQUEST' && error.cause instanceof SyntaxError)) return malformedBody;
    const known = error.cause && problemOf(error.cause, sources);
    if (known && known !== unknown) return known;
    const status = Object.entries(codes).find(([, code]) => code === error.code)?.[0];
    return status ? { status: Number(status), detail: error.message } : unknown;
  }
  const known = databaseError(error);
  if (known) return problemOfDatabase(known) ?? unknown;
  if (error instanceof AggregateError && error.errors.length > 0) return problemOf(error.errors[0], sources);
  if (error instanceof Error) {
    if ('code' in error && connectionTroubles.test(String(error.code))) return away;
    if (poolTroubles.test(error.message)) return away;
    if ('statusCode' in error) return problemOfFastify(error as Error & { statusCode: number; code?: string });
  }
  return unknown;
}

function problemOfFastify(error: Error & { statusCode: number; code?: string }): Problem {
  if (error.statusCode === 413) return { status: 413, detail: bodyLimit };
  if (error.statusCode === 415) return { status: 415, detail: 'The request body must be JSON (application/json).' };
  if (error.statusCode === 400) return malformedBody;
  if (error.statusCode === 503) return away;
  return error.statusCode < 500 ? { status: error.statusCode, detail: error.message } : unknown;
}

/** The same error as tRPC names it, carrying its answer. */
export function asTrpcError(error: unknown, sources: Sources): TRPCError {
  const problem = problemOf(error, sources);
  if (problem.status === 500) return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error', cause: error });
  const cause = new Refusal(problem);
  return new TRPCError({ code: codeOf(problem.status), message: cause.message, cause });
}
