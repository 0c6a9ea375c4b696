import { useLocation } from 'react-router';
import { LineLength, priceText, UsualLength } from '#client/features/booking/choose/line-cost.tsx';
import { cameFrom } from '#client/features/forms/came-from.ts';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { ServiceOrnament } from '#client/features/pictures/ornaments.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { firstLinesClass } from '#client/ui/first-lines.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import { formatMins } from '#shared/duration.ts';
import { pagePath } from '#shared/pages.ts';
import type { MenuService } from '#shared/services.ts';
import { spelled } from '#shared/spelled.ts';
import styles from './service-item.module.css';
import type { useServiceOrder } from './use-service-order.ts';

interface ServiceItemProps {
  service: MenuService;
  index: number;
  count: number;
  order: ReturnType<typeof useServiceOrder>;
  /** Whether the order is being changed: handles instead of what else can be done. */
  isOrdering: boolean;
  remove: () => void;
}

/** One of the professional's own services: a tap anywhere edits it, or handles change the order. */
export function ServiceItem({ service, index, count, order, isOrdering, remove }: ServiceItemProps) {
  const here = useLocation();
  const { id, name, description, category, is_active } = service;
  const nameId = `service-${id}`;
  return (
    <li id={`row-${id}`} tabIndex={-1} className={styles.item} data-dragged={order.dragged === id || undefined}>
      <CardPicture picture={service.picture} width={64} className={styles.picture}>
        <ServiceOrnament service={service} width={128} height={128} />
      </CardPicture>
      <div className={styles.text}>
        <h2 id={nameId}>
          <bdi>{name}</bdi>
        </h2>
        <p className={styles.line}>
          <span className="figure">{priceText(service)}</span>
          <span className="soft">
            {spelled(category)}, <LineLength line={service} format={formatMins} />
            <UsualLength usual={service.usual} />
          </span>
          {!is_active && <Badge tone="plain">inactive</Badge>}
        </p>
        {description && <p className={firstLinesClass(description, styles.description)}>{description}</p>}
      </div>
      {!isOrdering && (
        <div className={styles.actions}>
          <Link
            className={styles.edit}
            to={pagePath('editService', { id })}
            state={cameFrom(here)}
            aria-describedby={nameId}
          >
            Edit
          </Link>
          <Button look="quiet" className={styles.remove} aria-describedby={nameId} onClick={remove}>
            Delete
          </Button>
        </div>
      )}
      {isOrdering && (
        <>
          <span className={styles.moves}>
            <Button
              look="quiet"
              data-move="up"
              aria-label="Move up"
              aria-describedby={nameId}
              disabled={index === 0}
              onClick={() => order.move(id, index - 1, 'up')}
            >
              <Icon size={20} path="M10 16V4M4.5 9.5 10 4l5.5 5.5" />
            </Button>
            <Button
              look="quiet"
              data-move="down"
              aria-label="Move down"
              aria-describedby={nameId}
              disabled={index === count - 1}
              onClick={() => order.move(id, index + 1, 'down')}
            >
              <Icon size={20} path="M10 4v12M4.5 10.5 10 16l5.5-5.5" />
            </Button>
          </span>
          <button
            type="button"
            data-move="handle"
            className={styles.handle}
            aria-label={`Move ${name}, ${index + 1} of ${count}`}
            aria-describedby="service-order"
            onPointerDown={(event) => {
              event.currentTarget.focus();
              order.drag(event, id);
            }}
            onKeyDown={(event) => order.onKeyDown(event, id)}
          >
            <Icon size={20} strokeWidth={3} path="M7 4h.01M13 4h.01M7 10h.01M13 10h.01M7 16h.01M13 16h.01" />
          </button>
        </>
      )}
    </li>
  );
}
