import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { counted } from '#shared/counted.ts';
import styles from './filters.module.css';
import { type FiltersMenuProps, MainFilters } from './main-filters.tsx';
import { MoreFilters } from './more-filters.tsx';

interface FiltersSheetProps extends FiltersMenuProps {
  /** How many are found, undefined while that is not known. */
  total: number | undefined;
  close: () => void;
}

/** All filters of a list; each acts at once, behind the sheet. */
export function FiltersSheet({ total, close, ...menu }: FiltersSheetProps) {
  const thing = menu.kind === 'services' ? 'service' : 'professional';
  return (
    <Dialog sheet close={close} title="Filters">
      <div className={styles.sheet}>
        <MainFilters {...menu} />
      </div>
      <MoreFilters kind={menu.kind} filters={menu.filters} change={menu.change} />
      <div className={styles.foot}>
        <Button wide onClick={close}>
          {total === undefined ? 'Show results' : `Show ${counted(total, thing)}`}
        </Button>
      </div>
    </Dialog>
  );
}
