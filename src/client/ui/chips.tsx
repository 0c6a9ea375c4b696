import styles from './chips.module.css';

/** A list of tags, not interactive. */
export function Chips({ items, label }: { items: readonly { id: string | number; name: string }[]; label?: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map((item) => (
        <li key={item.id} className={styles.chip}>
          {item.name}
        </li>
      ))}
    </ul>
  );
}
