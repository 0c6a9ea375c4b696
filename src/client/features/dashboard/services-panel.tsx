import { getQueryKey } from '@trpc/react-query';
import { useRef, useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { notify } from '#client/ui/notify.ts';
import { Skeleton, SkeletonBlock } from '#client/ui/skeleton.tsx';
import { formatMins } from '#shared/duration.ts';
import { pagePath } from '#shared/pages.ts';
import { formatPrice } from '#shared/rules/price.ts';
import type { Service } from '#shared/services.ts';
import styles from './dashboard.module.css';
import { PanelEnd } from './panel-end.tsx';

const skeletons = ['1', '2', '3', '4'];

/** The professional's services; deleting one asks first. */
export function ServicesPanel() {
  const { client } = trpc.useUtils();
  const { items: services, ...progress } = usePages({
    queryKey: getQueryKey(trpc.services.mine, undefined, 'infinite'),
    load: (page) => client.services.mine.query(page),
    failedText: 'Failed to load services.',
  });
  const [doomed, setDoomed] = useState<Service>();
  const panel = useRef<HTMLDivElement>(null);

  return (
    <div ref={panel} tabIndex={-1} className={styles.panel}>
      <div className={styles.panelHead}>
        <ButtonLink to={pagePath('createService')}>Add New Service</ButtonLink>
      </div>
      {services.length > 0 && (
        <ul className={styles.services}>
          {services.map((service) => (
            <li key={service.id}>
              <ServiceItem service={service} remove={() => setDoomed(service)} />
            </li>
          ))}
        </ul>
      )}
      <PanelEnd
        found={progress}
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

function ServiceItem({ service, remove }: { service: Service; remove: () => void }) {
  const nameId = `service-${service.id}`;
  return (
    <Card padded className={styles.service}>
      <div className={styles.serviceHead}>
        <h2 id={nameId}>{service.name}</h2>
        <p className="figure">{formatPrice(service.price)}</p>
      </div>
      <p className="soft">
        {service.category} · {formatMins(service.service_duration_minutes)}
      </p>
      {!service.is_active && (
        <p>
          <Badge tone="plain">inactive</Badge>
        </p>
      )}
      {service.description && <p className={styles.description}>{service.description}</p>}
      <div className={styles.itemActions}>
        <ButtonLink look="secondary" to={pagePath('editService', { id: service.id })} aria-describedby={nameId}>
          Edit
        </ButtonLink>
        <Button look="quiet" className={styles.remove} aria-describedby={nameId} onClick={remove}>
          Delete
        </Button>
      </div>
    </Card>
  );
}

function DeleteService({ service, close, deleted }: { service: Service; close: () => void; deleted: () => void }) {
  const { services } = trpc.useUtils();
  const remove = trpc.services.delete.useMutation();

  async function confirm() {
    try {
      await remove.mutateAsync({ id: service.id });
      notify.success('Service deleted.');
      await services.invalidate();
      close();
      deleted();
    } catch (error) {
      console.error('Failed to delete service.', error);
      notify.failure(error, errorText(error, 'Failed to delete service.', 'Failed to delete service.'));
      close();
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || close()}
      title="Are you sure you want to delete this service?"
      description={`${service.name} can no longer be booked. Bookings that were made stay as they are.`}
      confirmText="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => void confirm()}
    />
  );
}

export function ServicesSkeleton() {
  return (
    <div className={styles.services}>
      <p className="visually-hidden" role="status">
        Loading services
      </p>
      {skeletons.map((name) => (
        <Skeleton key={name}>
          <span className={styles.skeleton}>
            <SkeletonBlock width="70%" height="24px" />
            <SkeletonBlock width="45%" height="20px" />
            <SkeletonBlock height="44px" />
            <SkeletonBlock height="44px" />
          </span>
        </Skeleton>
      ))}
    </div>
  );
}
