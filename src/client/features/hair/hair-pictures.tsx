import { useState } from 'react';
import { lighterFile } from '#client/features/pictures/lighter-file.ts';
import { noPictures, PickerButton } from '#client/features/pictures/picker-button.tsx';
import { PrivatePictures } from '#client/features/pictures/private-pictures.tsx';
import { PictureRefused, sendPicture } from '#client/features/pictures/send-picture.ts';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { InAppHint } from '#client/ui/in-app-hint.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { defaultTimeZone, hairBounds } from '#shared/constants.ts';
import type { HairPicture } from '#shared/hair.ts';
import { formatDate } from '#shared/time.ts';
import styles from './hair.module.css';

const address = '/clients/me/hair/pictures';
const failed = "The picture couldn't be deleted.";

/** A client's own pictures, which nobody sees unless they are shared. */
export function HairPictures({ pictures }: { pictures: HairPicture[] }) {
  const utils = trpc.useUtils();
  const token = useSession((session) => session.token);
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [doomed, setDoomed] = useState<HairPicture>();
  const refresh = () => utils.hair.mine.invalidate();
  const remove = trpc.hair.deletePicture.useMutation({
    onSuccess: refresh,
    // It was deleted on another device.
    onError: (error) => (statusOf(error) === 404 ? refresh() : undefined),
  });

  async function add(files: File[]) {
    if (token === null) return;
    setFailure(undefined);
    try {
      for (const file of files) {
        setProgress(0);
        const light = await lighterFile(file);
        const { signal } = new AbortController();
        await sendPicture<HairPicture>(address, light, token, { signal, onProgress: setProgress });
      }
    } catch (error) {
      setFailure(error instanceof PictureRefused ? error.message : "It couldn't be uploaded.");
    }
    setProgress(undefined);
    await refresh();
  }

  async function removeIt(id: string) {
    try {
      await remove.mutateAsync({ id });
      notify.success('Picture deleted.');
    } catch (error) {
      notify.failure(error, errorText(error, failed));
    }
    setDoomed(undefined);
  }

  return (
    <section className={styles.part} aria-labelledby="hair-pictures">
      <div className={styles.head}>
        <h2 id="hair-pictures">Pictures</h2>
        <PickerButton
          label="Pictures of your hair"
          multiple
          disabled={progress !== undefined || pictures.length >= hairBounds.pictures}
          choose={(files) => void add(files)}
        >
          Add pictures
        </PickerButton>
      </div>
      <p className="soft">
        Up to {hairBounds.pictures}. Private: you choose for each booking which ones your professional sees.
      </p>
      <InAppHint problem={noPictures} />
      {progress !== undefined && <progress max={1} value={progress} aria-label="Uploading your picture" />}
      <FormMessage>{failure}</FormMessage>
      {pictures.length > 0 && (
        <ul className={styles.tiles} aria-label="Pictures of your hair">
          {pictures.map((picture, at) => {
            const alt = `Your hair, ${formatDate(Date.parse(picture.taken_at), defaultTimeZone)}`;
            return (
              <li key={picture.id} className={styles.tile}>
                <PrivatePictures address={address} pictures={[picture]} alt={alt} />
                <Button look="quiet" onClick={() => setDoomed(picture)}>
                  Delete<span className="visually-hidden"> picture {at + 1}</span>
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {doomed && (
        <ConfirmDialog
          open
          close={() => setDoomed(undefined)}
          title="Delete this picture?"
          description="It disappears from every booking you shared it for. You can't undo this."
          confirmText="Delete"
          danger
          busy={remove.isPending}
          onConfirm={() => void removeIt(doomed.id)}
        />
      )}
    </section>
  );
}
