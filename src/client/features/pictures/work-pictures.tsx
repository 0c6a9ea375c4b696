import { type DragEvent, useRef, useState } from 'react';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { EmptyState, Failure, FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { pictureBounds, serviceBounds } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import type { Picture } from '#shared/pictures.ts';
import styles from './own-pictures.module.css';
import { PickerButton } from './picker-button.tsx';
import { PictureForm } from './picture-form.tsx';
import { PictureTile } from './picture-tile.tsx';
import { UploadsList } from './uploads-list.tsx';
import { usePictureOrder } from './use-picture-order.ts';
import { useUploads } from './use-uploads.ts';

const none: Picture[] = [];
const skeletons = ['1', '2', '3', '4'];

/** A professional's pictures of work: added, put in order, described and deleted. */
export function WorkPictures({ professionalId }: { professionalId: string }) {
  const { pictures: calls, services: serviceCalls } = trpc.useUtils();
  const { data, error, refetch } = trpc.pictures.ofProfessional.useQuery({ id: professionalId });
  const services = trpc.services.mine.useQuery({ limit: serviceBounds.limit });
  const pictures = data ?? none;
  const order = usePictureOrder(professionalId, pictures);
  const [isOver, setOver] = useState(false);
  /** As it was when its form was opened, also when it is deleted on another device meanwhile. */
  const [editing, setEditing] = useState<{ picture: Picture; count: number }>();
  const [doomed, setDoomed] = useState<Picture>();
  const section = useRef<HTMLElement>(null);
  const refresh = () => {
    void serviceCalls.invalidate();
    return calls.invalidate();
  };
  const uploads = useUploads(() => void refresh());
  /** Of what goes when it is pressed; the page stays where it is. */
  const takeFocus = () => section.current?.focus({ preventScroll: true });
  const undescribed = pictures.filter(({ alt }) => alt === '').length;

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/'));
    if (files.length > 0) uploads.start(files);
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.section}
      aria-labelledby="work-pictures"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={styles.head}>
        <div>
          <h2 id="work-pictures">Pictures of your work</h2>
          <p className="soft">
            Up to {pictureBounds.work}. Your first picture is your cover. Tag a service to show the picture there (up to{' '}
            {pictureBounds.ofService}).
          </p>
        </div>
        <PickerButton
          label="Choose pictures of your work"
          multiple
          look="primary"
          disabled={!data}
          choose={uploads.start}
        >
          Add pictures
        </PickerButton>
      </div>
      <UploadsList
        uploads={uploads.uploads}
        progress={uploads.progress}
        again={(upload) => {
          uploads.again(upload);
          takeFocus();
        }}
        leaveOut={(upload) => {
          uploads.leaveOut(upload);
          takeFocus();
        }}
      />
      {undescribed > 0 && (
        <FormMessage tone="wait">
          {counted(undescribed, 'picture')} without a description. Some clients can't see your work: tell them what you
          would say on the phone.
        </FormMessage>
      )}
      {error && !data && <Failure text="Failed to load your pictures." retry={refetch} />}
      {!error && !data && (
        <>
          <p className="visually-hidden" role="status">
            Loading pictures
          </p>
          <TilesSkeleton />
        </>
      )}
      {data?.length === 0 && uploads.uploads.length === 0 && (
        <EmptyState text="No pictures yet.">
          <p className="soft">
            Clients choose by what they see. Add a few of your best: JPEG, PNG, WebP, AVIF or GIF, up to{' '}
            <span className="unbroken">10 MB</span> each.
          </p>
        </EmptyState>
      )}
      {pictures.length > 0 && (
        <>
          {services.error && !services.data && <Failure text="Failed to load services." retry={services.refetch} />}
          {pictures.length > 1 && (
            <p id="order-hint" className="soft">
              Drag a picture by its handle to change its place
              <span className="not-on-phone">, or choose the handle and press the arrow keys</span>.
            </p>
          )}
          <ul ref={order.list} className={styles.tiles} aria-label="Pictures of your work">
            {pictures.map((picture, index) => (
              <PictureTile
                key={picture.id}
                picture={picture}
                index={index}
                count={pictures.length}
                service={services.data?.find(({ id }) => id === picture.service_id)?.name}
                isDragged={order.dragged === picture.id}
                drag={(event) => order.drag(event, picture.id)}
                onKeyDown={(event) => order.onKeyDown(event, picture.id)}
                edit={() => setEditing({ picture, count: pictures.length })}
                remove={() => setDoomed(picture)}
              />
            ))}
          </ul>
        </>
      )}
      <p className="visually-hidden" role="status">
        {order.said}
      </p>
      {editing && (
        <PictureForm {...editing} services={services.data} close={() => setEditing(undefined)} refresh={refresh} />
      )}
      {doomed && (
        <DeletePicture picture={doomed} close={() => setDoomed(undefined)} refresh={refresh} deleted={takeFocus} />
      )}
    </section>
  );
}

interface DeletePictureProps {
  picture: Picture;
  close: () => void;
  refresh: () => Promise<void>;
  deleted: () => void;
}

function DeletePicture({ picture, close, refresh, deleted }: DeletePictureProps) {
  // Busy until the list is without it, so that it is deleted once, or not at all where another device has done so.
  const remove = trpc.pictures.delete.useMutation({
    onSuccess: refresh,
    onError: (error) => (statusOf(error) === 404 ? refresh() : undefined),
  });

  async function confirm() {
    try {
      await remove.mutateAsync({ id: picture.id });
      notify.success('Picture deleted.');
      close();
      deleted();
    } catch (error) {
      notify.failure(error, errorText(error, 'Failed to delete the picture.'));
      close();
    }
  }

  return (
    <ConfirmDialog
      open
      close={close}
      title="Delete this picture?"
      description="This removes it from your page, your card and its service. You can't undo this."
      confirmText="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => void confirm()}
    />
  );
}

export function TilesSkeleton() {
  return (
    <div className={styles.tiles}>
      {skeletons.map((name) => (
        <Skeleton key={name} height="320px" />
      ))}
    </div>
  );
}
