import { useMedia } from '#client/ui/use-media.ts';

/** How wide the page of a long form is: from here on its fields stand in two columns. */
export function useFormWidth() {
  return useMedia('(min-width: 1101px)') ? 'wide' : 'narrow';
}
