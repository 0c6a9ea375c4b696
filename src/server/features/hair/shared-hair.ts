import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { notFound } from '#server/errors.ts';
import type { ReadingPart, SharedHair } from '#shared/hair.ts';
import { isTicked } from '#shared/rules/hair.ts';
import type { PictureSize } from './hair-pictures.ts';
import { openHealth } from './health-secret.ts';
import { findPictureKey, findShared, type Looking, noteReading, type SharedRow } from './queries.ts';

type Call = Pick<Context, 'db' | 'deps'> & { caller: Caller };

/** Only the two sides of a booking know it here. */
function lookingOf({ client_id, professional_id }: Caller): Looking {
  if (client_id) return { client_id };
  return professional_id ? { professional_id } : notFound('Booking');
}

/** What is shared with a booking now; 404 where nothing is, or no longer. */
async function shared(db: Db, id: string, who: Looking): Promise<SharedRow> {
  const row = (await findShared(db, id, who)) ?? notFound('Booking');
  const { share } = row;
  if (!share || share.is_over || !isTicked(share)) notFound('Hair');
  return row;
}

/** A look of its professional that holds something is written down with the answer. */
export function readSharedHair({ db, deps, caller }: Call, id: string): Promise<SharedHair> {
  const who = lookingOf(caller);
  return transact(db, async (trx) => {
    const row = await shared(trx, id, who);
    const { hair, pictures, min_length_cm } = row;
    const opened = openHealth(deps, row.health, row.client_id);
    const { consented_at: _, ...health } = opened ?? { consented_at: null };
    const answer = {
      hair,
      health: opened && (health as NonNullable<SharedHair['health']>),
      pictures,
      length_fits: hair?.length_cm == null || min_length_cm === null ? null : hair.length_cm >= min_length_cm,
    };
    const held = { hair: hair !== null, health: opened !== null, pictures: pictures.length > 0 };
    const parts = (Object.keys(held) as ReadingPart[]).filter((part) => held[part]);
    if ('professional_id' in who && parts.length > 0)
      await noteReading(trx, { booking_id: id, ...who, client_id: row.client_id, parts });
    return answer;
  });
}

/** The file of a picture that is shared, for both sides. */
export async function readSharedPicture(
  { db, deps, caller }: Call,
  { id, picture_id, size }: { id: string; picture_id: string; size: PictureSize },
): Promise<Uint8Array> {
  const who = lookingOf(caller);
  const find = async (trx: Db) => {
    const { client_id, pictures } = await shared(trx, id, who);
    if (!pictures.some((one) => one.id === picture_id)) notFound('Picture');
    return { client_id, key: (await findPictureKey(trx, client_id, picture_id)) ?? notFound('Picture') };
  };
  const { key } = await find(db);
  const file = (await deps.images.get(key, `${size}.webp`, 'private')) ?? notFound('Picture');
  if (!('professional_id' in who)) return file;
  // Asked again: it may have been taken back while the store answered.
  return transact(db, async (trx) => {
    const { client_id } = await find(trx);
    await noteReading(trx, { booking_id: id, ...who, client_id, parts: ['pictures'] });
    return file;
  });
}
