import useEmblaCarousel from 'embla-carousel-react';
import { Dialog } from 'radix-ui';
import { type CSSProperties, type KeyboardEvent, useEffect, useState } from 'react';
import { BackCloses } from '#client/ui/back-closes.tsx';
import { ClosingMotion } from '#client/ui/closing-motion.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import { Picture } from '#client/ui/picture.tsx';
import { pagePath } from '#shared/pages.ts';
import { previewOf } from '#shared/picture-files.ts';
import type { Picture as WorkPicture } from '#shared/pictures.ts';
import styles from './lightbox.module.css';

interface LightboxProps {
  pictures: readonly WorkPicture[];
  services?: readonly { id: string; name: string }[];
  /** Index of the picture that is shown first. */
  start: number;
  close: () => void;
  /** Returns the focus to where it was opened. */
  giveBack: () => void;
}

/**
 * Pictures one at a time over the whole window: swiped, moved by the arrow keys, Home and End, and closed with Escape.
 */
export function Lightbox({ pictures, services = [], start, close, giveBack }: LightboxProps) {
  const [frame, embla] = useEmblaCarousel({
    startIndex: start,
    duration: 20,
    breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  });
  const [shown, setShown] = useState(start);
  const picture = pictures[shown];
  const service = services.find(({ id }) => id === picture?.service_id);

  useEffect(() => {
    if (!embla) return;
    const follow = () => setShown(embla.selectedScrollSnap());
    embla.on('select', follow);
    return () => {
      embla.off('select', follow);
    };
  }, [embla]);

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') embla?.scrollPrev();
    if (key === 'ArrowRight') embla?.scrollNext();
    if (key === 'Home') embla?.scrollTo(0);
    if (key === 'End') embla?.scrollTo(pictures.length - 1);
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim}>
          <ClosingMotion />
        </Dialog.Overlay>
        <Dialog.Content
          className={styles.box}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack();
          }}
        >
          <ClosingMotion />
          <BackCloses />
          <div className={styles.head}>
            <Dialog.Title className={styles.count}>{`Picture ${shown + 1} of ${pictures.length}`}</Dialog.Title>
            <Dialog.Close className={styles.button} aria-label="Close">
              <Icon path="M5 5l14 14M19 5L5 19" size={24} />
            </Dialog.Close>
          </div>
          <div ref={frame} className={styles.frame}>
            <ul className={styles.track}>
              {pictures.map(({ id, url, alt, caption, width, height }, index) => (
                <li key={id} className={styles.slide} aria-hidden={index !== shown || undefined}>
                  {/* Those beside it are ready before they are moved to. */}
                  {Math.abs(index - shown) <= 1 && (
                    <Picture
                      src={url}
                      alt={alt || caption || 'A picture of work without a description'}
                      sizes="100vw"
                      width={width}
                      height={height}
                      draggable={false}
                      style={
                        {
                          backgroundImage: `url("${previewOf(url)}")`,
                          maxWidth: width,
                          '--shape': width / height,
                        } as CSSProperties
                      }
                    >
                      <p className={styles.missing}>This picture couldn't be loaded.</p>
                    </Picture>
                  )}
                </li>
              ))}
            </ul>
          </div>
          <div className={styles.foot}>
            <button
              type="button"
              className={styles.button}
              aria-label="Previous picture"
              aria-disabled={shown === 0}
              onClick={() => embla?.scrollPrev()}
            >
              <Icon path="M15 5l-7 7 7 7" size={24} />
            </button>
            <p className={styles.words} aria-live="polite">
              {picture?.caption || picture?.alt}
              {service && (
                <>
                  {' '}
                  <Link to={pagePath('serviceDetails', { serviceId: service.id })}>{service.name}</Link>
                </>
              )}
            </p>
            <button
              type="button"
              className={styles.button}
              aria-label="Next picture"
              aria-disabled={shown === pictures.length - 1}
              onClick={() => embla?.scrollNext()}
            >
              <Icon path="M9 5l7 7-7 7" size={24} />
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
