import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useState } from 'react';
import { Ornament } from '#client/ui/ornament.tsx';
import { type Pattern, patterns } from '#client/ui/ornament-patterns.ts';
import { patternOfCategory } from './ornaments.tsx';
import styles from './service-carousel.module.css';

const slides = [0, 1, 2];

/** Embla counts in frames of its own physics: 20 settles within 300 ms (specification 9). At once under reduced motion. */
const settings = { loop: true, duration: 20, breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } } };

interface ServiceCarouselProps {
  service: { category: string; professional: { id: string } };
}

/** Three places for pictures to come: one at a time, round and round, by dots or by hand. */
export function ServiceCarousel({ service }: ServiceCarouselProps) {
  const [frame, embla] = useEmblaCarousel(settings);
  const [shown, setShown] = useState(0);

  useEffect(() => {
    if (!embla) return;
    const follow = () => setShown(embla.selectedScrollSnap());
    embla.on('select', follow);
    return () => {
      embla.off('select', follow);
    };
  }, [embla]);

  const own = patterns.indexOf(patternOfCategory(service.category));
  const patternOf = (slide: number): Pattern => patterns[(own + slide) % patterns.length] ?? 'coil';
  return (
    <section className={styles.carousel} aria-label="Images of this service" aria-roledescription="carousel">
      <div ref={frame} className={styles.frame}>
        <div className={styles.track}>
          {slides.map((slide) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is no field set
            <div
              key={slide}
              className={styles.slide}
              role="group"
              aria-roledescription="slide"
              aria-label={`${slide + 1} of ${slides.length}`}
            >
              <Ornament pattern={patternOf(slide)} id={service.professional.id + (slide || '')} width={560} height={400} />
              <p className={styles.caption}>{`Image ${slide + 1} (coming soon)`}</p>
            </div>
          ))}
        </div>
      </div>
      <div className={styles.dots}>
        {slides.map((slide) => (
          <button
            key={slide}
            type="button"
            className={styles.dot}
            aria-label={`Show image ${slide + 1}`}
            aria-current={slide === shown}
            onClick={() => embla?.scrollTo(slide)}
          />
        ))}
      </div>
    </section>
  );
}
