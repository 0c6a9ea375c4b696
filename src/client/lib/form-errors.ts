import { answerOf, errorText, sentence } from './errors.ts';
import { isRecord } from './is-record.ts';
import { isOnline } from './online.ts';

/** Of a mailed link that was opened: without an answer it tells a lost connection from the rest. */
export function linkErrorText(error: unknown) {
  const broken = isOnline() ? 'An unexpected error occurred.' : "There's no connection. Try again once you're online.";
  return errorText(error, 'Something went wrong.', broken);
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

/** Returns the server's messages by field name: `{ first_name: 'First name is required' }`; of `inside` its own fields. */
export function fieldErrors(error: unknown, inside?: string): Record<string, string> {
  const detail = answerOf(error)?.detail;
  const found: Record<string, string> = {};
  if (!Array.isArray(detail)) return found;
  for (const problem of detail.filter(isRecord)) {
    const names = Array.isArray(problem.loc) ? problem.loc.slice(1).filter((part) => typeof part === 'string') : [];
    const field: unknown = (names[0] === inside && names[1]) || names[0];
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
