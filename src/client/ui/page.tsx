import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { askForFocus, focusHeading, focusWasAsked } from '#client/lib/focus.ts';
import styles from './page.module.css';

interface PageProps {
  /** Document title before the product's name. */
  title: string;
  /** `full` has neither a column nor space around it. */
  width?: 'narrow' | 'middle' | 'wide' | 'full';
  children: ReactNode;
}

/** The column of a screen and its document title. Needs exactly one `PageHeading` inside. */
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

/** The `h1` of a screen; takes the focus after a navigation. */
export function PageHeading({ children, lead, hidden }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current && focusWasAsked()) focusHeading(heading.current);
  }, []);
  // A skeleton's focused heading passes the focus on to its successor. A layout effect, as it must run before the node
  // is removed.
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
