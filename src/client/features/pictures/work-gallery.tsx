import { lazy, Suspense, useRef, useState } from 'react';
import { showFocused } from '#client/lib/focus.ts';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Picture } from '#client/ui/picture.tsx';
import type { Picture as WorkPicture } from '#shared/pictures.ts';
import { focusStyle } from './focus-style.ts';
import styles from './work-gallery.module.css';

const load = () => import('./lightbox.tsx');
const Lightbox = lazy(async () => ({ default: (await load()).Lightbox }));

/** Pictures that a phone shows without scrolling the row. */
const atFirst = 3;

interface WorkGalleryProps {
  /** Of whom they are. */
  name: string;
  pictures: readonly WorkPicture[];
  services?: readonly { id: string; name: string }[];
}

/** A professional's pictures of work in a row; each opens large, in code that is loaded by hover, touch or focus. */
export function WorkGallery({ name, pictures, services }: WorkGalleryProps) {
  const [open, setOpen] = useState<number>();
  const opener = useRef<HTMLButtonElement>(null);
  const warm = () => void load().catch(() => undefined);
  if (pictures.length === 0) return null;
  return (
    <section aria-label={`Pictures of work by ${name}`} className={styles.gallery}>
      <ul className={styles.row} onFocus={showFocused}>
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <button
              type="button"
              className={styles.picture}
              aria-haspopup="dialog"
              aria-label={labelOf(picture, index, pictures.length)}
              onPointerEnter={warm}
              onTouchStart={warm}
              onFocus={warm}
              onClick={(event) => {
                opener.current = event.currentTarget;
                setOpen(index);
              }}
            >
              <Picture
                src={picture.url}
                alt=""
                sizes="(max-width: 767px) 132px, 200px"
                width={200}
                height={250}
                style={focusStyle(picture.focus)}
                loading={index < atFirst ? undefined : 'lazy'}
              >
                <Ornament pattern="coil" id={picture.id} width={200} height={250} />
              </Picture>
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <ErrorFence>
          <Suspense>
            <Lightbox
              pictures={pictures}
              services={services}
              start={open}
              close={() => setOpen(undefined)}
              giveBack={() => opener.current?.focus()}
            />
          </Suspense>
        </ErrorFence>
      )}
    </section>
  );
}

function labelOf({ alt, caption }: WorkPicture, index: number, count: number) {
  const words = alt || caption;
  return `Picture ${index + 1} of ${count}${words ? `: ${words}` : ''}`;
}
