import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly { value: Value; label: ReactNode; panel: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  /** `pills` are for filters, also inside a panel of other tabs. */
  look?: 'line' | 'pills';
}

/** Only the chosen panel is mounted, so each panel loads its data when it is opened. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, look = 'line' }: TabsProps<Value>) {
  const chosen = (next: string) => tabs.find((tab) => tab.value === next)?.value ?? value;
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(chosen(next))}>
      <Radix.List className={look === 'pills' ? styles.pills : styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={look === 'pills' ? styles.pill : styles.tab}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value}>
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
