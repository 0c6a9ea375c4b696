import { type ComponentProps, Suspense, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';

const load = () => import('./share-sheet.tsx');
const ShareSheet = lazyPart(async () => (await load()).ShareSheet);
const warmUp = () => void load().catch(() => undefined);

interface ShareButtonProps extends Pick<ComponentProps<typeof Button>, 'look'> {
  professional: { id: string; display_name: string; handle: string | null };
  children: string;
}

/** Opens what there is to share of a professional's page: its link, a QR code, the system's share sheet. */
export function ShareButton({ professional, children, look = 'secondary' }: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        look={look}
        aria-haspopup="dialog"
        onPointerEnter={warmUp}
        onFocus={warmUp}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </Button>
      {isOpen && (
        <ErrorFence close={close}>
          <Suspense>
            <ShareSheet professional={professional} close={close} />
          </Suspense>
        </ErrorFence>
      )}
    </>
  );
}
