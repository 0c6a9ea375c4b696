import { AlertDialog, Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** Radix returns the focus only to its own trigger, which these dialogs have none of. A focus that the caller has set stays. */
function useGivingBack() {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      if (document.activeElement !== document.body || !(opener.current instanceof HTMLElement)) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}

export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  const focus = useGivingBack();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content className={styles.panel} {...focus} {...(description ? {} : { 'aria-describedby': undefined })}>
          <Radix.Title>{title}</Radix.Title>
          {description && <Radix.Description className="soft">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  confirmText: string;
  cancelText?: string;
  danger?: boolean;
  busy?: boolean;
  /** Runs when the confirm button is pressed; the caller then closes the dialog by `open`. */
  onConfirm: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmText, cancelText = 'Keep it', danger, busy, onConfirm } = props;
  const focus = useGivingBack();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrim} />
        <AlertDialog.Content className={styles.panel} {...focus} {...(description ? {} : { 'aria-describedby': undefined })}>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          {description && <AlertDialog.Description className="soft">{description}</AlertDialog.Description>}
          <div className={styles.actions}>
            <AlertDialog.Cancel asChild>
              <Button look="secondary">{cancelText}</Button>
            </AlertDialog.Cancel>
            <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmText}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
