import type { KeyboardEvent, PointerEvent } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Picture } from '#client/ui/picture.tsx';
import type { Picture as WorkPicture } from '#shared/pictures.ts';
import { focusStyle } from './focus-style.ts';
import styles from './own-pictures.module.css';

interface PictureTileProps {
  picture: WorkPicture;
  index: number;
  count: number;
  /** Name of the service that it shows. */
  service: string | undefined;
  isDragged: boolean;
  drag: (event: PointerEvent) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  edit: () => void;
  remove: () => void;
}

/** One picture of a professional's own, with its words, its handle and what can be done with it. */
export function PictureTile({
  picture,
  index,
  count,
  service,
  isDragged,
  drag,
  onKeyDown,
  edit,
  remove,
}: PictureTileProps) {
  const { url, alt, caption } = picture;
  const name = `Picture ${index + 1} of ${count}${alt || caption ? `: ${alt || caption}` : ''}`;

  return (
    <li className={styles.tile} data-dragged={isDragged || undefined}>
      <div className={styles.frame} onPointerDown={(event) => event.pointerType === 'mouse' && drag(event)}>
        <Picture
          src={url}
          alt={alt || name}
          sizes="(max-width: 767px) 50vw, 280px"
          width={280}
          height={280}
          style={focusStyle(picture.focus)}
          loading="lazy"
          draggable={false}
        >
          <p className={styles.blank}>No preview</p>
        </Picture>
        {count > 1 && (
          <button
            type="button"
            data-move
            className={styles.handle}
            aria-label={`Move ${name}`}
            aria-describedby="order-hint"
            onPointerDown={(event) => {
              event.stopPropagation();
              event.currentTarget.focus();
              drag(event);
            }}
            onKeyDown={onKeyDown}
          >
            <Icon
              path="M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3"
              size={24}
              strokeWidth={1.8}
            />
          </button>
        )}
        {index === 0 && (
          <span className={styles.first}>
            <Badge tone="plain">on your card</Badge>
          </span>
        )}
      </div>
      <div className={styles.words}>
        {alt ? <p className={styles.alt}>{alt}</p> : <p className="soft">No description yet</p>}
        {caption && <p className="soft">{caption}</p>}
        {service && <p className={styles.service}>{service}</p>}
      </div>
      <div className={styles.actions}>
        <Button look="secondary" aria-label={`Edit ${name}`} onClick={edit}>
          Edit
        </Button>
        <Button look="danger" aria-label={`Delete ${name}`} onClick={remove}>
          Delete
        </Button>
      </div>
    </li>
  );
}
