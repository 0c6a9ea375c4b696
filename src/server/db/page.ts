/** A row of a page that is joined to the length of its list. Beyond the last page a single row has the total and nothing else. */
export type CountedRow<T> = T & { total: number };

/** Takes apart the rows of one statement that reads a page and the length of its list (`counted left join page on true`). */
export function splitPage<T extends { id: unknown }>(rows: CountedRow<T>[]): { results: T[]; total: number } {
  const results = rows.filter(({ id }) => id !== null).map(({ total, ...row }) => row as unknown as T);
  return { results, total: rows[0]?.total ?? 0 };
}
