import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { notFound, refuseMore } from '#server/errors.ts';
import { recordAction } from '#server/features/audit/queries.ts';
import { storePicture } from '#server/images/store-picture.ts';
import type { SentPicture } from '#shared/threads.ts';
import { findOwn, findPictureKey, insertPicture, lockSender, type ThreadParty, waitForRoom } from './queries.ts';

type Call = Pick<Context, 'db' | 'deps' | 'gone'> & { caller: Caller };

/** Stores a picture for a message not sent yet, its files before its row; as many an hour as messages. */
export async function uploadMessagePicture(
  { db, deps, gone }: Call,
  party: ThreadParty,
  file: Uint8Array,
): Promise<SentPicture> {
  const { user_id } = party;
  const most = deps.config.messagesPerHour;
  const requireRoom = async (trx = db) => {
    if (most > 0)
      refuseMore('pictures', await waitForRoom(trx, { user_id }, { table: 'message_pictures', hours: 1, most }));
  };
  const conditions = { gone, beforeEncoding: () => requireRoom(), use: 'sent' as const };
  return storePicture(deps, file, conditions, async ({ storage_key, width, height }) => {
    const id = await transact(db, async (trx) => {
      await lockSender(trx, user_id);
      await requireRoom(trx);
      return insertPicture(trx, { user_id, storage_key, width, height });
    });
    return { id, width, height };
  });
}

/** The file of a picture for the two sides of its thread, and for admins while a report shows it. */
export async function readMessagePicture(
  { db, deps, caller }: Call,
  party: ThreadParty | undefined,
  { id, picture_id, size }: { id: string; picture_id: string; size: 'small' | 'large' },
): Promise<Uint8Array> {
  if (party && !(await findOwn(db, party, id))) notFound('Thread');
  const viewer = party ? 'party' : 'admin';
  const key = (await findPictureKey(db, id, picture_id, viewer)) ?? notFound(party ? 'Picture' : 'Thread');
  if (!party) await recordAction(db, { actorId: caller.id, action: 'report.picture', subjectId: picture_id });
  return (await deps.images.get(key, `${size}.webp`, 'private')) ?? notFound('Picture');
}
