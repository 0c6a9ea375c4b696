import useEmblaCarousel from 'embla-carousel-react';
import { useEffect } from 'react';
import { Slides, type SlidesProps } from './service-slides.tsx';

/** Embla's `duration` is no time: 20 settles within 300 ms (specification 9). 0 for reduced motion. */
const settings = { loop: true, duration: 20, breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } } };

interface MovingSlidesProps extends Omit<SlidesProps, 'frame'> {
  /** The slide to move to. */
  target: number;
  /** Called with each selected slide, whether swiped or moved to as `target`. */
  onSelect: (slide: number) => void;
}

export function MovingSlides({ service, slides, target, onSelect }: MovingSlidesProps) {
  const [frame, embla] = useEmblaCarousel(settings);

  useEffect(() => {
    if (!embla) return;
    const follow = () => onSelect(embla.selectedScrollSnap());
    embla.on('select', follow);
    return () => {
      embla.off('select', follow);
    };
  }, [embla, onSelect]);

  useEffect(() => {
    if (embla && embla.selectedScrollSnap() !== target) embla.scrollTo(target);
  }, [embla, target]);

  return <Slides service={service} slides={slides} frame={frame} />;
}
