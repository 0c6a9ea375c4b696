import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { dot } from '#client/ui/dot.ts';
import { Icon } from '#client/ui/icon.tsx';
import { defaultTimeZone } from '#shared/constants.ts';
import { rangeText } from '#shared/rules/slot-range.ts';
import styles from './browse-bar.module.css';
import { FindBar } from './find-bar.tsx';

/**
 * The bar of a browse screen: on a phone, once something is asked for, one line that says it (`braids · Footscray`) and
 * opens the bar.
 */
export function BrowseBar({ filters, change, ...bar }: ComponentProps<typeof FindBar>) {
  const zone = useViewerZone() ?? defaultTimeZone;
  const [isOpen, setOpen] = useState(false);
  const line = useRef<HTMLButtonElement>(null);
  const when = filters.free_from && rangeText(filters, zone);
  const said = [filters.search, filters.location || (filters.near && 'Near me'), when].filter(Boolean);
  const isFolded = said.length > 0 && !isOpen;
  const was = useRef(isFolded);

  useEffect(() => {
    // What had the focus is folded away.
    if (isFolded && !was.current && document.activeElement === document.body) line.current?.focus();
    was.current = isFolded;
  }, [isFolded]);

  return (
    <div className={styles.bar} data-folded={isFolded || undefined}>
      {isFolded && (
        <button
          ref={line}
          type="button"
          className={styles.line}
          aria-expanded={false}
          data-scripted
          onClick={({ currentTarget }) => {
            setOpen(true);
            const bar = currentTarget.parentElement;
            queueMicrotask(() => bar?.querySelector('input')?.focus());
          }}
        >
          <Icon size={20} path="M9 3.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M13 13l4 4" />
          <span className="visually-hidden">Change search: </span>
          <span className={styles.said}>{said.join(dot)}</span>
        </button>
      )}
      <FindBar
        filters={filters}
        change={(next) => {
          setOpen(false);
          change(next);
        }}
        whenText={when}
        {...bar}
      />
    </div>
  );
}
