import pg from 'pg';

/** A statement as it was passed to the driver. */
export type Statement = { text: string; values: unknown[] };

/** Runs `work`. Returns the statements that this process sent meanwhile, in their order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, values] = given as [string | Statement, unknown[] | undefined];
    if (typeof first === 'string') statements.push({ text: first, values: values ?? [] });
    else if (first && 'text' in first) statements.push({ text: first.text, values: first.values ?? [] });
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

/** Replaces recorded values by those of `now`, also inside lists and texts. */
export function replaced(value: unknown, now: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, now));
  if (typeof value !== 'string') return value;
  const exact = now.get(value);
  if (exact !== undefined) return exact;
  let text = value;
  for (const [recorded, wanted] of now) text = text.replaceAll(recorded, wanted);
  return text;
}
