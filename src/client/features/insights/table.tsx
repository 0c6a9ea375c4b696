import type { ReactNode } from 'react';
import styles from './insights.module.css';

/** Its first column names the rows. */
export function Table({ head, children }: { head: string[]; children: { key: string | null; cells: ReactNode[] }[] }) {
  return (
    <table className={styles.services}>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {children.map(({ key, cells: [name, ...rest] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {rest.map((text, index) => (
              <td key={head[index + 1]}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a row has of the most that one has, drawn below its name. */
export function Bar({ share }: { share: number }) {
  return <span className={styles.bar} style={{ width: `${share * 100}%` }} aria-hidden="true" />;
}
