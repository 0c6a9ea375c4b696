import { useMemo, useRef } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';
import { useDragOrder } from '#client/ui/use-drag-order.ts';
import type { Picture } from '#shared/pictures.ts';

const failed = "The new order couldn't be saved.";

/** The pictures in the order of `ids`. */
function ordered(pictures: readonly Picture[], ids: readonly string[]): Picture[] {
  return ids.flatMap((id, position) => {
    const one = pictures.find((picture) => picture.id === id);
    return one ? [{ ...one, position }] : [];
  });
}

/**
 * The order of a professional's pictures, changed by dragging and by keys: shown at once and saved one change after the
 * other.
 */
export function usePictureOrder(professionalId: string, pictures: readonly Picture[]) {
  const { pictures: calls } = trpc.useUtils();
  const change = trpc.pictures.change.useMutation();
  const saving = useRef(Promise.resolve());
  const ids = useMemo(() => pictures.map(({ id }) => id), [pictures]);
  return useDragOrder<HTMLUListElement>({
    ids,
    show(order) {
      void calls.ofProfessional.cancel({ id: professionalId });
      calls.ofProfessional.setData({ id: professionalId }, (before) => before && ordered(before, order));
    },
    save(_, id, position) {
      saving.current = saving.current.then(async () => {
        try {
          await change.mutateAsync({ id, position });
        } catch (error) {
          notify.failure(error, errorText(error, failed));
          await calls.ofProfessional.invalidate({ id: professionalId });
        }
      });
    },
  });
}
