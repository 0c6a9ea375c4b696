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

export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content className={styles.panel} {...(description ? {} : { 'aria-describedby': undefined })}>
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
  /** The question, as the specification words it. */
  title: string;
  description?: ReactNode;
  confirmText: string;
  cancelText?: string;
  danger?: boolean;
  busy?: boolean;
  /** Runs on the confirming button; the caller closes the dialog by `open`. */
  onConfirm: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmText, cancelText = 'Keep it', danger, busy, onConfirm } = props;
  const opener = useRef<Element>(null);

  // Radix gives the focus back to its own trigger alone; here the caller opens. What the caller focused meanwhile stays.
  function giveBack(event: Event) {
    if (document.activeElement !== document.body || !(opener.current instanceof HTMLElement)) return;
    event.preventDefault();
    opener.current.focus();
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrim} />
        <AlertDialog.Content
          className={styles.panel}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={giveBack}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
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
