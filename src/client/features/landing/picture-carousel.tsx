import { type CSSProperties, useState } from 'react';
import { useFailureLog } from '#client/lib/failure-log.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Picture } from '#client/ui/picture.tsx';
import { carouselSpeed } from '#shared/constants.ts';
import { pairs, patterns } from '#shared/ornament-patterns.ts';
import styles from './picture-carousel.module.css';

type Slide = { url?: string; alt?: string };

/** Shown until pictures have been uploaded. */
const ornaments: Slide[] = pairs.map(() => ({}));
/** Minimum number of slides that fills a wide screen. */
const fewest = 8;

/**
 * The homepage's pictures in an endless moving row with a pause button. With reduced motion, the row only scrolls by
 * hand.
 */
export function PictureCarousel() {
  const { data, error } = trpc.images.list.useQuery({ image_type: 'homepage_carousel' }, { staleTime: 60_000 });
  const [isPaused, setPaused] = useState(false);
  useFailureLog('Failed to load the pictures.', error);

  const slides: Slide[] | undefined = data && data.length > 0 ? data : data || error ? ornaments : undefined;
  const rounds = slides ? Math.ceil(fewest / slides.length) : 0;
  const count = rounds * (slides?.length ?? 0);
  return (
    <section className={styles.carousel} aria-label="Pictures">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <div className={styles.frame} tabIndex={0}>
        {slides && (
          <ul
            className={styles.track}
            data-paused={isPaused}
            style={{ '--count': count, '--speed': carouselSpeed } as CSSProperties}
          >
            {/* Two equal halves: when the first has moved out of view, the animation restarts unnoticed. */}
            {Array.from({ length: 2 * rounds }, (_, round) =>
              slides.map((slide, index) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same pictures are repeated in the same order
                  key={`${round} ${index}`}
                  className={styles.slide}
                  aria-hidden={round > 0 || undefined}
                  data-again={round >= rounds || undefined}
                >
                  <Picture
                    src={slide.url}
                    alt={(round === 0 && slide.alt) || ''}
                    sizes="(max-width: 767px) 200px, 300px"
                    width={300}
                    height={300}
                    loading="lazy"
                  >
                    <OrnamentAt index={index} />
                  </Picture>
                </li>
              )),
            )}
          </ul>
        )}
      </div>
      <div className={styles.bar} data-scripted>
        <Button look="quiet" className={styles.pause} onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Play the pictures' : 'Pause the pictures'}
        </Button>
      </div>
    </section>
  );
}

function OrnamentAt({ index }: { index: number }) {
  // Steps of three, as neighbouring pairs look alike.
  const pair = (index * 3) % pairs.length;
  return (
    <Ornament
      pattern={patterns[(index * 2 + 1) % patterns.length] ?? 'coil'}
      pair={pair}
      id={`home ${index}`}
      width={300}
      height={300}
    />
  );
}
