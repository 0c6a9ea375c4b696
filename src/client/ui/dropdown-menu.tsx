import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { BackCloses } from './back-closes.tsx';
import { ClosingMotion } from './closing-motion.tsx';
import styles from './menu.module.css';

interface DropdownMenuProps {
  trigger: ReactNode;
  children: ReactNode;
  /** The edge of the button that the menu is aligned with. */
  align?: 'start' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/**
 * `modal={false}`: a click outside closes the menu and still reaches its target. No portal: the menu stays in its
 * button's landmark.
 */
export function DropdownMenu({ trigger, children, align = 'end', open, onOpenChange }: DropdownMenuProps) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        className={styles.panel}
        align={align}
        sideOffset={8}
        collisionPadding={20}
        onCloseAutoFocus={(event) => {
          // What was chosen may have taken the focus on.
          const now = document.activeElement;
          const isOn = now !== null && now !== document.body && !(event.target as Element).contains(now);
          if (isOn) event.preventDefault();
        }}
      >
        <ClosingMotion />
        <BackCloses />
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

/** An action, or with `asChild` a link. */
export function MenuItem({
  onSelect,
  asChild,
  children,
}: {
  onSelect?: () => void;
  asChild?: boolean;
  children: ReactNode;
}) {
  return (
    <Radix.Item className={styles.item} asChild={asChild} onSelect={onSelect}>
      {children}
    </Radix.Item>
  );
}

/** A checkbox item; choosing it keeps the menu open. */
export function MenuChoice({
  chosen,
  onChange,
  children,
}: {
  chosen: boolean;
  onChange: (chosen: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Radix.CheckboxItem
      className={`${styles.item} ${styles.choice}`}
      checked={chosen}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className={styles.tick} aria-hidden="true" />
      {children}
    </Radix.CheckboxItem>
  );
}

export function MenuCaption({ children }: { children: ReactNode }) {
  return <Radix.Label className={styles.caption}>{children}</Radix.Label>;
}
