import { type ReactNode, useId } from 'react';
import styles from './settings-section.module.css';

/** One subject of the settings. `lead` is a sentence under its heading. */
export function SettingsSection({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {lead && <p className="soft">{lead}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
