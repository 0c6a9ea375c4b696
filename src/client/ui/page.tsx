import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { askForFocus, focusHeading, focusWasAsked } from '#client/lib/focus.ts';
import styles from './page.module.css';

interface PageProps {
  /** What the browser's tab says before the product's name. */
  title: string;
  width?: 'narrow' | 'middle' | 'wide';
  children: ReactNode;
}

/** The column that a screen lives in, and its title. A screen puts exactly one `PageHeading` into it. */
export function Page({ title, width = 'wide', children }: PageProps) {
  return (
    <div className={[styles.page, width !== 'wide' && styles[width]].filter(Boolean).join(' ')}>
      <title>{`${title} · Saluni`}</title>
      {children}
    </div>
  );
}

interface PageHeadingProps {
  children: ReactNode;
  /** A sentence under the heading. */
  lead?: ReactNode;
  hidden?: boolean;
}

/** The one `h1` of a screen; takes the focus when the screen was navigated to. */
export function PageHeading({ children, lead, hidden }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current && focusWasAsked()) focusHeading(heading.current);
  }, []);
  // A skeleton's heading hands the focus on to the one that takes its place. Before the node is gone, hence the layout effect.
  useLayoutEffect(() => {
    const node = heading.current;
    return () => {
      if (node && document.activeElement === node) askForFocus(null);
    };
  }, []);
  return (
    <div className={hidden ? 'visually-hidden' : styles.heading}>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
  );
}
