import type { Ref } from 'react';
import { focusStyle } from '#client/features/pictures/focus-style.ts';
import { patternOfCategory } from '#client/features/pictures/ornaments.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Picture } from '#client/ui/picture.tsx';
import { type Pattern, patterns } from '#shared/ornament-patterns.ts';
import type { Focus } from '#shared/pictures.ts';
import styles from './service-carousel.module.css';

/** What a slide shows; without a picture an ornament that says that one is to come. */
type Slide = { url?: string; alt?: string; caption?: string | null; focus?: Focus };

/** Slides of a service without pictures (specification 2). */
export const comingSlides: readonly Slide[] = [{}, {}, {}];

export interface SlidesProps {
  service: { name: string; category: string; professional: { id: string } };
  slides: readonly Slide[];
  /** Ref of the element that clips the row. */
  frame?: Ref<HTMLDivElement>;
}

export function Slides({ service, slides, frame }: SlidesProps) {
  const own = patterns.indexOf(patternOfCategory(service.category));
  const patternOf = (index: number): Pattern => patterns[(own + index) % patterns.length] ?? 'coil';
  return (
    <div ref={frame} className={styles.frame} data-slides>
      <ul className={styles.track}>
        {slides.map(({ url, alt, caption, focus }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: slides are only replaced as a whole
          <li key={index} className={styles.slide}>
            {/* biome-ignore lint/a11y/useSemanticElements: a slide is not a fieldset */}
            <div
              className={styles.shown}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
            >
              <Picture
                src={url}
                alt={alt || caption || service.name}
                sizes="(max-width: 900px) 100vw, 560px"
                width={560}
                height={560}
                style={focusStyle(focus)}
                fetchPriority={index === 0 ? 'high' : undefined}
                loading={index === 0 ? undefined : 'lazy'}
                draggable={false}
              >
                <Ornament
                  pattern={patternOf(index)}
                  id={service.professional.id + (index || '')}
                  width={560}
                  height={560}
                />
              </Picture>
              {url === undefined ? (
                <p className={styles.caption}>{`Image ${index + 1} (coming soon)`}</p>
              ) : (
                caption && <p className={styles.caption}>{caption}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
