import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { cameFrom, savedOf } from '#client/features/forms/came-from.ts';
import { errorText } from '#client/lib/errors.ts';
import { useFailureLog } from '#client/lib/failure-log.ts';
import { focusOnceShown } from '#client/lib/focus.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { notify } from '#client/ui/notify.ts';
import { PanelEnd } from '#client/ui/panel-end.tsx';
import { Skeleton, SkeletonBlock } from '#client/ui/skeleton.tsx';
import { pagePath } from '#shared/pages.ts';
import type { Service } from '#shared/services.ts';
import styles from './dashboard.module.css';
import { ServiceItem } from './service-item.tsx';
import { ownServices, useServiceOrder } from './use-service-order.ts';

const skeletons = ['1', '2', '3', '4'];

const none: never[] = [];

/** The professional's services in their own order, which is changed here; deleting one asks first. */
export function ServicesPanel() {
  const { data: services = none, isPending, error, refetch } = trpc.services.mine.useQuery(ownServices);
  useFailureLog('Failed to load services.', error);
  const order = useServiceOrder(services);
  const [doomed, setDoomed] = useState<Service>();
  const [isOrdering, setOrdering] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const here = useLocation();
  const saved = savedOf(here.state);
  const isSavedThere = services.some(({ id }) => id === saved);

  useEffect(() => {
    // After the navigation has scrolled to the top and focused the heading.
    if (isSavedThere) return focusOnceShown(document.getElementById(`row-${saved}`));
  }, [isSavedThere, saved]);

  return (
    <div ref={panel} tabIndex={-1} className={styles.panel}>
      <div className={styles.panelHead}>
        <ButtonLink to={pagePath('createService')} state={cameFrom(here)}>
          Add New Service
        </ButtonLink>
        {services.length > 1 && (
          <Button look="quiet" onClick={() => setOrdering(!isOrdering)}>
            {isOrdering ? 'Done' : 'Change order'}
          </Button>
        )}
        {isOrdering && (
          <p className="soft">
            Clients see them in this order.{' '}
            <span id="service-order" className="not-on-phone">
              Drag a service by its handle, or choose the handle and press the arrow keys.
            </span>
          </p>
        )}
      </div>
      {services.length > 0 && (
        <Card>
          <ul ref={order.list} className={styles.services} aria-label="Services in your order">
            {services.map((service, index) => (
              <ServiceItem
                key={service.id}
                service={service}
                index={index}
                count={services.length}
                order={order}
                isOrdering={isOrdering && services.length > 1}
                remove={() => setDoomed(service)}
              />
            ))}
          </ul>
        </Card>
      )}
      <p className="visually-hidden" role="status">
        {order.said}
      </p>
      <PanelEnd
        found={{ isPending, error: services.length > 0 ? null : error, retry: refetch }}
        skeleton={<ServicesSkeleton />}
        failedText="Failed to load services."
        empty={
          services.length > 0
            ? undefined
            : { text: 'No Saluni Services found.', advice: 'Add what you offer, and clients can find and book it.' }
        }
      />
      {doomed && (
        <DeleteService service={doomed} close={() => setDoomed(undefined)} deleted={() => panel.current?.focus()} />
      )}
    </div>
  );
}

export function DeleteService({
  service,
  close,
  deleted,
}: {
  service: Service;
  close: () => void;
  deleted: () => void;
}) {
  const { services } = trpc.useUtils();
  // Busy until the list is without it, so that it is deleted once.
  const remove = trpc.services.delete.useMutation({ onSuccess: () => services.invalidate() });

  async function confirm() {
    try {
      await remove.mutateAsync({ id: service.id });
      notify.success('Service deleted.');
      close();
      deleted();
    } catch (error) {
      console.error('Failed to delete service.', error);
      notify.failure(error, errorText(error, 'Failed to delete service.'));
      close();
    }
  }

  return (
    <ConfirmDialog
      open
      close={close}
      title="Are you sure you want to delete this service?"
      description={`${service.name} can't be booked any more. Existing bookings stay as they are.`}
      confirmText="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => void confirm()}
    />
  );
}

export function ServicesSkeleton() {
  return (
    <Card className={styles.services}>
      <p className="visually-hidden" role="status">
        Loading services
      </p>
      {skeletons.map((name) => (
        <Skeleton key={name}>
          <span className={styles.skeleton}>
            <SkeletonBlock width="64px" height="64px" />
            <SkeletonBlock width="70%" height="64px" />
          </span>
        </Skeleton>
      ))}
    </Card>
  );
}
