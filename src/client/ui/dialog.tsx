import { AlertDialog, Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { BackCloses } from './back-closes.tsx';
import { Button } from './button.tsx';
import { ClosingMotion } from './closing-motion.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';
import { giveFocusBack, useFocusBack } from './use-focus-back.ts';
import { WholeTimes } from './whole-times.tsx';

interface AnyDialogProps {
  close: () => void;
  title: string;
  description?: ReactNode;
  /** What was asked for is on its way: it can neither be asked for again nor be left. */
  busy?: boolean;
}

interface DialogProps extends AnyDialogProps {
  open?: boolean;
  /** On a phone it rises from the bottom edge, with a button that closes it. */
  sheet?: boolean;
  children: ReactNode;
}

/** What opened the dialog that is open or about to close. */
let lastOpener: Element | null = null;

/** Radix returns the focus only to its own trigger, which these dialogs have none of. */
function useGivingBack() {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      // In a dialog that took the place of another one nothing has the focus yet: what opened that one opened both.
      if (document.activeElement !== document.body) lastOpener = document.activeElement;
      opener.current = lastOpener;
    },
    onCloseAutoFocus: () => {
      lastOpener = null;
      giveFocusBack(opener.current);
    },
  };
}

export function Dialog({ open = true, close, title, description, busy = false, sheet, children }: DialogProps) {
  const focus = useGivingBack();
  useFocusBack(busy);
  return (
    <Radix.Root open={open} onOpenChange={() => busy || close()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim}>
          <ClosingMotion />
        </Radix.Overlay>
        <Radix.Content
          className={sheet ? `${styles.panel} ${styles.sheet}` : styles.panel}
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <ClosingMotion />
          <BackCloses />
          <div className={styles.head}>
            <Radix.Title>{title}</Radix.Title>
            {sheet && (
              <Radix.Close className={styles.close} aria-label="Close" disabled={busy}>
                <Icon size={20} path="M4.5 4.5l11 11M15.5 4.5l-11 11" />
              </Radix.Close>
            )}
          </div>
          {description && <Radix.Description className="soft">{wholeTimesOf(description)}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps extends AnyDialogProps {
  open: boolean;
  confirmText: string;
  cancelText?: string;
  danger?: boolean;
  busyText?: string;
  /** Between the description and the buttons. */
  children?: ReactNode;
  /** Runs when the confirm button is pressed; the caller then closes the dialog by `open`. */
  onConfirm: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    close,
    title,
    description,
    confirmText,
    cancelText = 'Keep it',
    danger,
    busy = false,
    busyText,
    children,
    onConfirm,
  } = props;
  const focus = useGivingBack();
  useFocusBack(busy);
  return (
    <AlertDialog.Root open={open} onOpenChange={() => busy || close()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrim}>
          <ClosingMotion />
        </AlertDialog.Overlay>
        <AlertDialog.Content
          className={styles.panel}
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <ClosingMotion />
          <BackCloses />
          <AlertDialog.Title>{title}</AlertDialog.Title>
          {description && (
            <AlertDialog.Description className="soft">{wholeTimesOf(description)}</AlertDialog.Description>
          )}
          {children}
          <div className={styles.actions}>
            <AlertDialog.Cancel asChild>
              <Button look="secondary" disabled={busy}>
                {cancelText}
              </Button>
            </AlertDialog.Cancel>
            <Button look={danger ? 'danger' : 'primary'} busy={busy} busyText={busyText} onClick={onConfirm}>
              {confirmText}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function wholeTimesOf(description: ReactNode) {
  return typeof description === 'string' ? <WholeTimes text={description} /> : description;
}
