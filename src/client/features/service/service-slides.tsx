import type { Ref } from 'react';
import { patternOfCategory } from '#client/features/ornaments.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { type Pattern, patterns } from '#client/ui/ornament-patterns.ts';
import styles from './service-carousel.module.css';

export const slides = [0, 1, 2];

export interface SlidesProps {
  service: { category: string; professional: { id: string } };
  /** Ref of the element that clips the row. */
  frame?: Ref<HTMLDivElement>;
}

export function Slides({ service, frame }: SlidesProps) {
  const own = patterns.indexOf(patternOfCategory(service.category));
  const patternOf = (slide: number): Pattern => patterns[(own + slide) % patterns.length] ?? 'coil';
  return (
    <div ref={frame} className={styles.frame}>
      <div className={styles.track}>
        {slides.map((slide) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is not a fieldset
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
  );
}
