import { answerOf } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { isRecord } from '#client/lib/is-record.ts';

/** The server's messages by field name, of a guest by the names of the guest's own fields. */
export function guestErrors(error: unknown): Record<string, string> {
  const found = fieldErrors(error);
  const detail = answerOf(error)?.detail;
  for (const { loc, msg } of Array.isArray(detail) ? detail.filter(isRecord) : []) {
    if (!Array.isArray(loc) || loc[1] !== 'guest' || typeof loc[2] !== 'string' || typeof msg !== 'string') continue;
    delete found.guest;
    found[loc[2]] ??= msg;
  }
  return found;
}
