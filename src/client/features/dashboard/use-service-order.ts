import { useMemo, useRef } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';
import { useDragOrder } from '#client/ui/use-drag-order.ts';
import { serviceBounds } from '#shared/constants.ts';
import type { MenuService } from '#shared/services.ts';

/** All of them in one answer, because an order names all. */
export const ownServices = { limit: serviceBounds.limit };

const failed = "The new order couldn't be saved.";

/**
 * The order of a professional's services, changed by dragging and by keys: shown at once and saved one change after the
 * other.
 */
export function useServiceOrder(services: readonly MenuService[]) {
  const { services: calls } = trpc.useUtils();
  const reorder = trpc.services.reorder.useMutation();
  const saving = useRef(Promise.resolve());
  const ids = useMemo(() => services.map(({ id }) => id), [services]);
  return useDragOrder<HTMLUListElement>({
    ids,
    isColumn: true,
    show(order) {
      void calls.mine.cancel(ownServices);
      calls.mine.setData(ownServices, (before) => {
        const byId = new Map(before?.map((service) => [service.id, service]));
        return before && order.flatMap((id) => byId.get(id) ?? []);
      });
    },
    save(service_ids) {
      saving.current = saving.current.then(async () => {
        try {
          await reorder.mutateAsync({ service_ids });
          void calls.ofProfessional.invalidate();
        } catch (error) {
          notify.failure(error, errorText(error, failed));
          await calls.mine.invalidate();
        }
      });
    },
  });
}
