import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, notFound, tooManyRequests } from '#server/errors.ts';
import { recordAction } from '#server/features/audit/queries.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { emit } from '#server/outbox/emit.ts';
import { reportsAnHour } from '#shared/constants.ts';
import type { DeskReview, Review } from '#shared/reviews.ts';
import {
  findAuthors,
  findOnDesk,
  findReportRoom,
  findReview,
  hide,
  insertReport,
  keepRating,
  putReply,
  show,
} from './queries.ts';

type Call = Pick<Context, 'db' | 'deps' | 'requestId'> & { caller: Caller };

/** The review of the professional, locked for a reply; 404 for another's. */
async function lockToReply(trx: Db, professionalId: string, id: string) {
  (await lockProfessional(trx, professionalId)) ?? notFound('Review');
  const found = await findAuthors(trx, id);
  if (found?.professional_id !== professionalId) return notFound('Review');
  if (found.is_hidden) conflict('This review was hidden.');
  if (found.is_reply_hidden) conflict('This reply was hidden.');
  return found;
}

/** Writes or changes the reply of the professional who was reviewed; the same again has no effect. */
export function replyToReview(
  { db, requestId, professionalId }: Pick<Call, 'db' | 'requestId'> & { professionalId: string },
  { id, text }: { id: string; text: string },
): Promise<Review> {
  return transact(db, async (trx) => {
    const { reply } = await lockToReply(trx, professionalId, id);
    if (reply !== text) {
      await putReply(trx, id, text);
      const review = (await findReview(trx, id)) ?? notFound('Review');
      const event = reply === null ? 'review.replied' : 'review.reply_changed';
      await emit(trx, event, { booking_id: review.booking_id, review_id: id }, requestId);
    }
    return (await findReview(trx, id)) ?? notFound('Review');
  });
}

export function removeReply(db: Call['db'], professionalId: string, id: string): Promise<void> {
  return transact(db, async (trx) => {
    const { reply } = await lockToReply(trx, professionalId, id);
    if (reply !== null) await putReply(trx, id, null);
  });
}

type About = { id: string; reply: boolean };

/** Tells the admins of a review, or of its reply; once a person. */
export function reportReview({ db, caller }: Call, { id, reply, reason }: About & { reason: string }): Promise<void> {
  return transact(db, async (trx) => {
    const found = (await findAuthors(trx, id)) ?? notFound('Review');
    if (found.is_hidden) notFound('Review');
    if (reply && (found.reply === null || found.is_reply_hidden)) notFound('Reply');
    if (caller.id === (reply ? found.professional_user_id : found.client_user_id)) forbidden();
    const report = { review_id: id, user_id: caller.id, reply };
    const { is_reported, wait } = await findReportRoom(trx, report, reportsAnHour);
    if (is_reported) return;
    if (wait > 0) tooManyRequests(wait);
    await insertReport(trx, { ...report, professional_id: found.professional_id, reason });
  });
}

/** Hides a review or its reply from everybody but its two sides, who are told why; again nobody is told. */
export function hideReview(call: Call, { reason, ...about }: About & { reason: string }): Promise<DeskReview> {
  return decide(call, about, async (trx, booking_id) => {
    if (!(await hide(trx, about, reason))) return;
    await recordAction(trx, {
      actorId: call.caller.id,
      action: 'review.hidden',
      subjectId: about.id,
      detail: { reply: about.reply },
    });
    await emit(trx, 'review.hidden', { booking_id, review_id: about.id, reply: about.reply }, call.requestId);
  });
}

/** Shows it again; nobody is told. */
export function showReview(call: Call, about: About): Promise<DeskReview> {
  return decide(call, about, async (trx) => {
    if (await show(trx, about))
      await recordAction(trx, {
        actorId: call.caller.id,
        action: 'review.shown',
        subjectId: about.id,
        detail: { reply: about.reply },
      });
  });
}

/** An admin's decision about a review, under the lock of its professional, whose rating follows. */
async function decide(
  { db, deps }: Call,
  { id, reply }: About,
  change: (trx: Db, bookingId: string) => Promise<void>,
): Promise<DeskReview> {
  const decided = await transact(db, async (trx) => {
    const { professional_id, ...found } = (await findAuthors(trx, id)) ?? notFound('Review');
    if (reply && found.reply === null) notFound('Reply');
    (await lockProfessional(trx, professional_id)) ?? notFound('Review');
    const { booking_id } = (await findReview(trx, id)) ?? notFound('Review');
    await change(trx, booking_id);
    await keepRating(trx, professional_id);
    return (await findOnDesk(trx, id)) ?? notFound('Review');
  });
  await deps.search.refresh(decided.professional.id);
  return decided;
}
