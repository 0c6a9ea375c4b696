import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, refuseMore, unauthorized } from '#server/errors.ts';
import { lockClient } from '#server/features/parties/lock-queries.ts';
import { removeFiles } from '#server/images/remove-files.ts';
import { storePicture } from '#server/images/store-picture.ts';
import { hairBounds } from '#shared/constants.ts';
import type { HairPicture } from '#shared/hair.ts';
import { countPictures, findPictureKey, insertPicture, removePicture, waitForPictures } from './queries.ts';

type Call = Pick<Context, 'db' | 'deps' | 'gone'> & { clientId: string };
export type PictureSize = 'small' | 'large';

/** Stores a private picture, its files before its row; as many an hour as messages. */
export async function addHairPicture({ db, deps, gone, clientId }: Call, file: Uint8Array): Promise<HairPicture> {
  const most = deps.config.messagesPerHour;
  const requireRoom = async (trx: Db = db) => {
    if ((await countPictures(trx, clientId)) >= hairBounds.pictures)
      conflict('You have enough pictures. Delete one first.');
    if (most > 0) refuseMore('pictures', await waitForPictures(trx, clientId, most));
  };
  const conditions = { gone, beforeEncoding: () => requireRoom(), use: 'sent' as const };
  return storePicture(deps, file, conditions, ({ storage_key, width, height }) =>
    transact(db, async (trx) => {
      if (!(await lockClient(trx, clientId))) unauthorized();
      await requireRoom(trx);
      return insertPicture(trx, { client_id: clientId, storage_key, width, height });
    }),
  );
}

/** The file of a client's own picture. */
export async function readHairPicture(
  { db, deps, clientId }: Call,
  { id, size }: { id: string; size: PictureSize },
): Promise<Uint8Array> {
  const key = (await findPictureKey(db, clientId, id)) ?? notFound('Picture');
  return (await deps.images.get(key, `${size}.webp`, 'private')) ?? notFound('Picture');
}

/** It goes from every share, then its files; those that stay are swept. */
export async function deleteHairPicture({ db, deps, clientId }: Call, id: string): Promise<void> {
  const key = await transact(db, async (trx) => {
    if (!(await lockClient(trx, clientId))) unauthorized();
    const found = (await findPictureKey(trx, clientId, id)) ?? notFound('Picture');
    await removePicture(trx, clientId, id);
    return found;
  });
  await removeFiles(deps, [key], 'private');
}
