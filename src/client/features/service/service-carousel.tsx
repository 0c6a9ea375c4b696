import { lazy, Suspense, useCallback, useState } from 'react';
import { useFailureLog } from '#client/lib/failure-log.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import styles from './service-carousel.module.css';
import { comingSlides, Slides, type SlidesProps } from './service-slides.tsx';

// The code that moves the slides loads on hover, touch or focus: most visitors never use it.
const MovingSlides = lazy(async () => ({ default: (await import('./service-carousel-moving.tsx')).MovingSlides }));

interface ServiceCarouselProps {
  service: SlidesProps['service'] & { id: string };
}

/** The pictures of a service, or three slides for those to come, changed by dots or by swiping. */
export function ServiceCarousel({ service }: ServiceCarouselProps) {
  const { data, error } = trpc.pictures.ofService.useQuery({ id: service.id });
  useFailureLog('Failed to load the pictures.', error);
  if (!data && !error) {
    return (
      <div className={styles.waiting}>
        <Skeleton height="auto" />
      </div>
    );
  }
  return <Carousel service={service} slides={data && data.length > 0 ? data : comingSlides} />;
}

function Carousel({ service, slides }: Omit<SlidesProps, 'frame'>) {
  const [touched, setTouched] = useState(false);
  const [shown, setShown] = useState(0);
  const [target, setTarget] = useState(0);
  const touch = () => setTouched(true);
  const select = useCallback((slide: number) => {
    setShown(slide);
    setTarget(slide);
  }, []);
  const still = <Slides service={service} slides={slides} />;

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
            <MovingSlides service={service} slides={slides} target={target} onSelect={select} />
          </Suspense>
        </ErrorFence>
      ) : (
        still
      )}
      {slides.length > 1 && (
        <div className={styles.dots} data-scripted>
          {slides.map((_, slide) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: slides are only replaced as a whole
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
      )}
    </section>
  );
}
