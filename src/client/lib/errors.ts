import { TRPCClientError } from '@trpc/client';
import { isRecord } from './is-record.ts';

/** An entry of `detail` for one invalid field (contract 2). */
interface Problem {
  loc?: unknown;
  msg?: unknown;
}

interface Answer {
  status: number | undefined;
  detail: unknown;
  /** A `RefusalReason`, where the server gives one. */
  reason: unknown;
  message: string | undefined;
}

/**
 * Returns the HTTP answer of a failed call, null without one (offline, aborted, a bug). Rate limits and proxies answer
 * without tRPC's data.
 */
export function answerOf(error: unknown): Answer | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data: unknown = error.data;
  const response = error.meta?.response;
  const body = error.meta?.responseJSON;
  if (isRecord(data)) {
    const status = typeof data.httpStatus === 'number' ? data.httpStatus : undefined;
    return { status, detail: data.detail, reason: data.reason, message: error.message || undefined };
  }
  if (!isRecord(response) || typeof response.status !== 'number') return null;
  const said = isRecord(body) ? body : {};
  return {
    status: response.status,
    detail: said.detail,
    reason: undefined,
    message: typeof said.message === 'string' ? said.message : undefined,
  };
}

/** Returns the HTTP status of a failed call, undefined without an answer. */
export function statusOf(error: unknown) {
  return answerOf(error)?.status;
}

/** Returns the server's message, or the first of its field messages. */
function sentence(detail: unknown): string | undefined {
  if (typeof detail === 'string') return detail || undefined;
  const first: Problem | undefined = Array.isArray(detail) ? detail.find(isRecord) : undefined;
  return typeof first?.msg === 'string' ? first.msg : undefined;
}

/** Returns `detail`, else `failed` for an HTTP error, else `broken` (specification 8: login, waitlist, profile). */
export function errorText(error: unknown, failed: string, broken: string) {
  const answer = answerOf(error);
  return answer === null ? broken : (sentence(answer.detail) ?? failed);
}

/** Of a mailed link that was opened: without an answer it tells a lost connection from the rest. */
export function linkErrorText(error: unknown) {
  const broken = navigator.onLine
    ? 'An unexpected error occurred.'
    : 'There is no connection. Try again once you are online.';
  return errorText(error, 'Something went wrong.', broken);
}

/** For lists: returns `detail` or `message`, else `failed` for an HTTP error, else the error's own message. */
export function loadErrorText(error: unknown, failed: string) {
  const answer = answerOf(error);
  if (answer !== null) return sentence(answer.detail) ?? answer.message ?? failed;
  return (error instanceof Error && error.message) || 'An unknown error occurred.';
}

/** Specification 8, availability create: a `detail` of another type has its own text. */
export function availabilityErrorText(error: unknown) {
  const answer = answerOf(error);
  if (answer === null) return 'Something went wrong.';
  if (typeof answer.detail === 'string' && answer.detail) return answer.detail;
  if (Array.isArray(answer.detail)) return sentence(answer.detail) ?? 'Something went wrong.';
  return 'Unexpected error from server.';
}

/** Specification 8, booking create. */
export function bookingErrorText(error: unknown) {
  const answer = answerOf(error);
  if (answer === null) return 'An unexpected error occurred.';
  return (
    sentence(answer.detail) ??
    answer.message ??
    (answer.status === undefined ? 'Booking failed.' : `Request failed with status ${answer.status}`)
  );
}

/** Returns the server's messages by field name: `{ first_name: 'First name is required' }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  const detail = answerOf(error)?.detail;
  const found: Record<string, string> = {};
  if (!Array.isArray(detail)) return found;
  for (const problem of detail.filter(isRecord)) {
    const field = Array.isArray(problem.loc)
      ? problem.loc.find((part, index) => index > 0 && typeof part === 'string')
      : undefined;
    if (typeof field === 'string' && typeof problem.msg === 'string') found[field] ??= problem.msg;
  }
  return found;
}

/**
 * Shows the server's messages at their fields and focuses the first; returns whether there were any and each had a
 * field.
 */
export function showFieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  setError: (field: Field, problem: { type: string; message: string }, options?: { shouldFocus: boolean }) => void,
) {
  const problems = fieldErrors(error);
  const shown = fields.filter((field) => problems[field] !== undefined);
  shown.forEach((field, index) => {
    setError(field, { type: 'server', message: problems[field] ?? '' }, { shouldFocus: index === 0 });
  });
  return shown.length > 0 && shown.length === Object.keys(problems).length;
}
