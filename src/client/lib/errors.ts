import { TRPCClientError } from '@trpc/client';
import { isRecord } from './is-record.ts';
import { isOnline } from './online.ts';

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
export function sentence(detail: unknown): string | undefined {
  if (typeof detail === 'string') return detail || undefined;
  const first: Problem | undefined = Array.isArray(detail) ? detail.find(isRecord) : undefined;
  return typeof first?.msg === 'string' ? first.msg : undefined;
}

/**
 * Returns `detail`, else `failed`; without an answer `broken`, where that is another text (specification 8: login,
 * waitlist, profile).
 */
export function errorText(error: unknown, failed: string, broken = failed) {
  const answer = answerOf(error);
  return answer === null ? broken : (sentence(answer.detail) ?? failed);
}

/** The same where a change has no words of its own. */
export function saveErrorText(error: unknown) {
  return errorText(error, "That couldn't be saved. Please try again.");
}

/** For lists: returns `detail` or `message`, else `failed` for an HTTP error, else the error's own message. */
export function loadErrorText(error: unknown, failed: string) {
  const answer = answerOf(error);
  if (answer !== null) return sentence(answer.detail) ?? answer.message ?? failed;
  if (!isOnline()) return 'No connection.';
  return (error instanceof Error && error.message) || 'An unknown error occurred.';
}
