import { lazy, Suspense, useCallback, useState } from 'react';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import styles from './service-carousel.module.css';
import { Slides, type SlidesProps, slides } from './service-slides.tsx';

// The code that moves the slides loads on hover, touch or focus: most visitors never use it.
const MovingSlides = lazy(async () => ({ default: (await import('./service-carousel-moving.tsx')).MovingSlides }));

/** Three slides for future pictures, changed by dots or by swiping. */
export function ServiceCarousel({ service }: Pick<SlidesProps, 'service'>) {
  const [touched, setTouched] = useState(false);
  const [shown, setShown] = useState(0);
  const [target, setTarget] = useState(0);
  const touch = () => setTouched(true);
  const select = useCallback((slide: number) => {
    setShown(slide);
    setTarget(slide);
  }, []);
  const still = <Slides service={service} />;

  return (
    <section
      className={styles.carousel}
      aria-label="Images of this service"
      aria-roledescription="carousel"
      onPointerEnter={touch}
      onTouchStart={touch}
      onFocus={touch}
    >
      {touched ? (
        <ErrorFence fallback={() => still}>
          <Suspense fallback={still}>
            <MovingSlides service={service} target={target} onSelect={select} />
          </Suspense>
        </ErrorFence>
      ) : (
        still
      )}
      <div className={styles.dots}>
        {slides.map((slide) => (
          <button
            key={slide}
            type="button"
            className={styles.dot}
            aria-label={`Show image ${slide + 1}`}
            aria-current={slide === shown}
            onClick={() => {
              touch();
              setTarget(slide);
            }}
          />
        ))}
      </div>
    </section>
  );
}
