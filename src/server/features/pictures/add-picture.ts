import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { conflict, forbidden, notFound, unauthorized } from '#server/errors.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { ownerOfService } from '#server/features/parties/visibility.ts';
import { imageBase } from '#server/images/addresses.ts';
import { removeFiles } from '#server/images/remove-files.ts';
import { storePicture } from '#server/images/store-picture.ts';
import { pictureBounds } from '#shared/constants.ts';
import {
  countPictures,
  dropProfilePicture,
  findPicture,
  insertPicture,
  type Kind,
  setProfilePicture,
} from './queries.ts';

export type PictureDeps = Pick<Deps, 'config' | 'db' | 'images' | 'log'>;

/** What a picture shows and is of; `service` pictures belong to their service. */
export type PictureOwner = { kind: Kind; service_id: string | null };
type Given = PictureOwner & { file: Uint8Array; alt: string; caption: string | null };

/**
 * Stores a picture of a professional, its files before its row, as the last of the list; a profile picture replaces the
 * one before. Throws 404 and 403 for services of others, 409 where there are enough, and as `Renderer` does.
 */
export async function addPicture(
  deps: PictureDeps & Pick<Deps, 'renderer'>,
  { professionalId, gone = () => false }: { professionalId: string; gone?: () => boolean },
  { file, kind, service_id, alt, caption }: Given,
) {
  const { config, db } = deps;
  const owner = { kind, service_id };
  const beforeEncoding = () => requireRoom(db, professionalId, owner);
  const { added, replaced } = await storePicture(deps, file, { gone, beforeEncoding }, (stored) =>
    transact(db, async (trx) => {
      const { storage_key, width, height, focus } = stored;
      (await lockProfessional(trx, professionalId)) ?? unauthorized();
      await requireRoom(trx, professionalId, owner);
      const replaced = kind === 'profile' ? await dropProfilePicture(trx, professionalId, null) : [];
      const id = await insertPicture(trx, {
        professional_id: professionalId,
        ...owner,
        storage_key,
        alt,
        caption,
        width,
        height,
        focus_x: focus.x,
        focus_y: focus.y,
      });
      if (kind === 'profile') await setProfilePicture(trx, professionalId, `/images/${storage_key}/${width}.webp`);
      return {
        added: (await findPicture(trx, professionalId, id, imageBase(config))) ?? notFound('Picture'),
        replaced,
      };
    }),
  );
  await removeFiles(deps, replaced);
  return added;
}

/**
 * Throws 404 or 403 for a service that is not the professional's, and 409 when it cannot be shown there or has no room
 * for one more; `except` is not counted.
 */
export async function requireRoom(
  db: Db,
  professionalId: string,
  { kind, service_id }: PictureOwner,
  except?: string,
): Promise<void> {
  if (service_id !== null) {
    const viewer = { role: 'professional', professional_id: professionalId, client_id: null } as const;
    const owner = (await ownerOfService(db, service_id, viewer)) ?? notFound('Service');
    if (owner !== professionalId) return kind === 'service' ? forbidden() : notFound('Service');
    if (kind === 'profile') conflict('A profile picture shows no service.');
  }
  const { work, ofService } = await countPictures(db, professionalId, service_id, except);
  if (kind === 'work' && work >= pictureBounds.work)
    conflict(`You can show at most ${pictureBounds.work} pictures of your work.`);
  if (service_id !== null && ofService >= pictureBounds.ofService) {
    conflict(`A service can show at most ${pictureBounds.ofService} pictures.`);
  }
}
