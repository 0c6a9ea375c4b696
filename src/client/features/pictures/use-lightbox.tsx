import { type MouseEvent, Suspense, useRef, useState } from 'react';
import { useHydrated } from '#client/lib/ready.ts';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import type { Picture as WorkPicture } from '#shared/pictures.ts';

const load = () => import('./lightbox.tsx');
const Lightbox = lazyPart(async () => (await load()).Lightbox);
const warm = () => void load().catch(() => undefined);

function labelOf({ alt, caption }: WorkPicture, index: number, count: number) {
  const words = alt || caption;
  return `Picture ${index + 1} of ${count}${words ? `: ${words}` : ''}`;
}

/**
 * Opens pictures large, in code that is loaded by hover, touch or focus: `opener(index)` are a button's properties,
 * `lightbox` stands anywhere on the page.
 */
export function useLightbox(pictures: readonly WorkPicture[], services?: readonly { id: string; name: string }[]) {
  const [open, setOpen] = useState<number>();
  const isHydrated = useHydrated();
  const pressed = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(undefined);

  function opener(index: number) {
    const picture = pictures[index];
    return {
      type: 'button' as const,
      disabled: !isHydrated,
      'aria-haspopup': 'dialog' as const,
      'aria-label': picture && labelOf(picture, index, pictures.length),
      onPointerEnter: warm,
      onTouchStart: warm,
      onFocus: warm,
      onClick(event: MouseEvent<HTMLButtonElement>) {
        pressed.current = event.currentTarget;
        setOpen(index);
      },
    };
  }

  const lightbox = open !== undefined && (
    <ErrorFence close={close}>
      <Suspense>
        <Lightbox
          pictures={pictures}
          services={services}
          start={open}
          close={close}
          giveBack={() => pressed.current?.focus()}
        />
      </Suspense>
    </ErrorFence>
  );
  return { opener, lightbox };
}
