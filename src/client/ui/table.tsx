import type { ReactNode } from 'react';

type TableProps = {
  className?: string | undefined;
  head: readonly string[];
  children: { key: string | null; cells: readonly ReactNode[] }[];
};

/** Its first column names the rows. */
export function Table({ className, head, children }: TableProps) {
  return (
    <table className={className}>
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
