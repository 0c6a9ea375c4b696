import { transact } from '#server/db/transact.ts';
import { notFound, unauthorized } from '#server/errors.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { touchProfessional } from '#server/features/parties/profile-queries.ts';
import { imageBase } from '#server/images/addresses.ts';
import { removeFiles } from '#server/images/remove-files.ts';
import type { PictureChange } from '#shared/pictures.ts';
import { type PictureDeps, type PictureOwner, requireRoom } from './add-picture.ts';
import { deletePicture, findPicture, type Kind, movePicture, updatePicture } from './queries.ts';

/** Changes what is given of a picture, under the professional's lock, because the room there may be taken meanwhile. */
export function changePicture({ config, db }: PictureDeps, professionalId: string, id: string, change: PictureChange) {
  const base = imageBase(config);
  return transact(db, async (trx) => {
    (await lockProfessional(trx, professionalId)) ?? unauthorized();
    const before = (await findPicture(trx, professionalId, id, base)) ?? notFound('Picture');
    const { position, alt, caption, service_id, focus, technique, texture } = change;
    const owner = ownerAfter(before, service_id);
    const changesOwner = owner.kind !== before.kind || owner.service_id !== before.service_id;
    if (changesOwner) await requireRoom(trx, professionalId, owner, id);
    const columns = {
      ...(alt === undefined ? {} : { alt }),
      ...(caption === undefined ? {} : { caption }),
      ...(changesOwner ? owner : {}),
      ...(focus === undefined ? {} : { focus_x: focus.x, focus_y: focus.y }),
      ...(technique === undefined ? {} : { technique }),
      ...(texture === undefined ? {} : { texture }),
    };
    if (Object.keys(columns).length > 0) await updatePicture(trx, professionalId, id, columns);
    if (position !== undefined && before.kind !== 'profile') await movePicture(trx, professionalId, id, position);
    await touchProfessional(trx, professionalId);
    return (await findPicture(trx, professionalId, id, base)) ?? notFound('Picture');
  });
}

/** A picture that came with a service and shows none any more is one of work. */
function ownerAfter(
  before: { kind: string; service_id: string | null },
  service_id: string | null | undefined,
): PictureOwner {
  const kind = before.kind as Kind;
  if (service_id === undefined) return { kind, service_id: before.service_id };
  return { kind: kind === 'service' && service_id === null ? 'work' : kind, service_id };
}

/**
 * Deletes a picture: its row, then its files; those that stay are swept. Throws 404 for somebody else's, as for an
 * unknown one.
 */
export async function removePicture(deps: PictureDeps, professionalId: string, id: string): Promise<void> {
  const key = await transact(deps.db, async (trx) => {
    (await lockProfessional(trx, professionalId)) ?? unauthorized();
    await touchProfessional(trx, professionalId);
    return (await deletePicture(trx, professionalId, id)) ?? notFound('Picture');
  });
  await removeFiles(deps, [key]);
}
