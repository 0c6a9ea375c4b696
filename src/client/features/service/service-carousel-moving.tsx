import useEmblaCarousel from 'embla-carousel-react';
import { useEffect } from 'react';
import { Slides, type SlidesProps } from './service-slides.tsx';

/** Embla counts in frames of its own physics: 20 settles within 300 ms (specification 9). At once under reduced motion. */
const settings = { loop: true, duration: 20, breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } } };

interface MovingSlidesProps extends Pick<SlidesProps, 'service'> {
  /** The slide to go to. */
  target: number;
  /** Told which slide comes into view, whether a hand or `target` chose it. */
  onSelect: (slide: number) => void;
}

export function MovingSlides({ service, target, onSelect }: MovingSlidesProps) {
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

  return <Slides service={service} frame={frame} />;
}
