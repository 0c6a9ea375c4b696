import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Link } from './link.tsx';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Shape {
  look?: Look;
  /** Takes the whole width of its container. */
  wide?: boolean;
}

interface ButtonProps extends Shape, ComponentProps<'button'> {
  /** Disables the button and shows `busyText` in place of its children. */
  busy?: boolean;
  busyText?: ReactNode;
}

function classes({ look = 'primary', wide, busy, className }: Shape & { busy?: boolean; className?: string }) {
  return [styles.button, styles[look], wide && styles.wide, busy && styles.busy, className].filter(Boolean).join(' ');
}

export function Button({
  look,
  wide,
  busy = false,
  busyText,
  type = 'button',
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      // Without a script it would do nothing.
      data-scripted={type === 'button' || undefined}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classes({ look, wide, busy, className })}
      {...rest}
    >
      {busy && busyText !== undefined ? busyText : children}
    </button>
  );
}

/** The same to an address that no page of ours has: the browser decides what it does with it. */
export function ButtonAnchor({ look, wide, className, ...rest }: Shape & ComponentProps<'a'>) {
  return <a className={classes({ look, wide, className })} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({ look, wide, className, ...rest }: Shape & ComponentProps<typeof Link>) {
  return <Link className={classes({ look, wide, className })} {...rest} />;
}
