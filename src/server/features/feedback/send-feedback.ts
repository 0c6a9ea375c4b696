import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { tooManyRequests } from '#server/errors.ts';
import type { FeedbackInput } from '#shared/feedback.ts';
import { insertFeedback, secondsUntilRoom } from './queries.ts';

/** Stores a user's feedback. Throws 429 for a user who has sent `FEEDBACK_PER_HOUR` within an hour. */
export function sendFeedback(
  db: Database,
  { feedbackPerHour }: Pick<Config, 'feedbackPerHour'>,
  user: { id: string; email: string },
  input: FeedbackInput,
): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const wait = feedbackPerHour > 0 ? await secondsUntilRoom(trx, user.id, feedbackPerHour) : 0;
    if (wait > 0) tooManyRequests(wait);
    return insertFeedback(trx, user, input);
  });
}
