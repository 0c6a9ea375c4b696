import { spiral } from '#shared/ornament-patterns.ts';
import styles from './logo.module.css';

const path = spiral(2.8, 10.4);

export function Coil({ turning }: { turning?: boolean }) {
  return (
    <svg
      className={[styles.coil, turning && styles.turning].filter(Boolean).join(' ')}
      viewBox="-13 -13 26 26"
      aria-hidden="true"
    >
      <path d={path} fill="none" stroke="currentColor" strokeWidth={2.6} strokeLinecap="round" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className={styles.logo}>
      <Coil />
      saluni
    </span>
  );
}
