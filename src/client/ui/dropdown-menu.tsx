import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './menu.module.css';

interface DropdownMenuProps {
  trigger: ReactNode;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** `modal={false}`: a click outside both closes the menu and reaches what was clicked, so that two menus exclude each other. No portal: it stays in the landmark of its button. */
export function DropdownMenu({ trigger, children, open, onOpenChange }: DropdownMenuProps) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content className={styles.panel} align="end" sideOffset={8} collisionPadding={20}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

/** An action; with `asChild` a link. */
export function MenuItem({ onSelect, asChild, children }: { onSelect?: () => void; asChild?: boolean; children: ReactNode }) {
  return (
    <Radix.Item className={styles.item} asChild={asChild} onSelect={onSelect}>
      {children}
    </Radix.Item>
  );
}

export function MenuCaption({ children }: { children: ReactNode }) {
  return <Radix.Label className={styles.caption}>{children}</Radix.Label>;
}
