import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound } from '#server/errors.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { emit } from '#server/outbox/emit.ts';
import type { Review, ReviewInput } from '#shared/reviews.ts';
import { whyNotReviewed } from '#shared/rules/rating.ts';
import {
  deleteReview,
  findReviewed,
  findReviewOf,
  findStored,
  insertReview,
  keepRating,
  type Stored,
  setShowTexture,
  updateReview,
} from './queries.ts';

type Call = Pick<Context, 'db' | 'deps' | 'requestId' | 'setStatus'> & { clientId: string };

/** Writes the review of a client's own visit, or changes it; the same again has no effect. */
export async function writeReview(call: Call, { id, ...input }: ReviewInput & { id: string }): Promise<Review> {
  const { db, deps, clientId, requestId } = call;
  const { professional_id, review, is_new } = await transact(db, async (trx) => {
    const { professional_id, stored } = await lockToReview(trx, id, clientId);
    const written = await write(trx, { professional_id, booking_id: id, client_id: clientId }, stored, input);
    if (written) {
      await keepRating(trx, professional_id);
      await emit(trx, written.event, { booking_id: id, review_id: written.id }, requestId);
    }
    const review =
      (await findReviewOf(trx, id, { role: 'client', client_id: clientId, professional_id: null })) ??
      notFound('Review');
    return { professional_id, review, is_new: written?.event === 'review.created' };
  });
  if (!is_new) call.setStatus(200);
  await deps.search.refresh(professional_id);
  return review;
}

type Key = { professional_id: string; booking_id: string; client_id: string };

/** What was written, and the event that says so; undefined where nothing changes. */
async function write(trx: Db, key: Key, stored: Stored | undefined, input: ReviewInput) {
  if (!stored) return { id: await insertReview(trx, { ...key, ...input }), event: 'review.created' as const };
  if (stored.show_texture !== input.show_texture) await setShowTexture(trx, stored.id, input.show_texture);
  if (stored.stars === input.stars && stored.text === input.text) return undefined;
  await updateReview(trx, stored.id, input);
  return { id: stored.id, event: 'review.changed' as const };
}

/** Locks the professional; refuses what cannot be reviewed, or no longer (contract 14). */
async function lockToReview(trx: Db, id: string, clientId: string) {
  const { professional_id } = (await findReviewed(trx, id, clientId)) ?? notFound('Booking');
  (await lockProfessional(trx, professional_id)) ?? notFound('Professional');
  const visit = (await findReviewed(trx, id, clientId)) ?? notFound('Booking');
  const why = whyNotReviewed(visit, visit.age);
  if (why !== null) conflict(why);
  return { professional_id, stored: await findStored(trx, id) };
}

/** Deletes the review of a client's own visit, at any time; without one nothing happens. */
export async function removeReview({ db, deps, clientId }: Call, id: string): Promise<void> {
  const professionalId = await transact(db, async (trx) => {
    const { professional_id } = (await findReviewed(trx, id, clientId)) ?? notFound('Booking');
    // With a professional's account their reviews have gone.
    if (!(await lockProfessional(trx, professional_id))) return undefined;
    const stored = await findStored(trx, id);
    if (!stored || stored.is_deleted) return undefined;
    await deleteReview(trx, stored);
    await keepRating(trx, professional_id);
    return professional_id;
  });
  if (professionalId) await deps.search.refresh(professionalId);
}
