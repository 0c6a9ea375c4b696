import pg from 'pg';
import { vi } from 'vitest';

/** A node of a plan, as PostgreSQL explains it. */
export type Plan = {
  'Node Type'?: string;
  'Total Cost': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

type Sent = { text: string; values?: unknown[] };

/** The statements of a kind that a call sends to the database, of this process. */
export async function sentBy(call: () => Promise<unknown>, which: (text: string) => boolean): Promise<Sent[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await call();
  const sent = query.mock.calls.map(([one]) => one as unknown as Sent);
  query.mockRestore();
  return sent.filter(({ text }) => text !== undefined && which(text));
}

/** Their plans for their values; with `analyze`, for reads alone, they are carried out, and the plans have figures. */
export async function explained(
  databaseUrl: string,
  statements: Sent[],
  options = 'analyze, timing off',
): Promise<Plan[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const plans: Plan[] = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (${options}, format json) ${text}`, values);
      plans.push(rows[0]['QUERY PLAN'][0].Plan);
    }
    return plans;
  } finally {
    await client.end();
  }
}

/** Every node of a plan. */
export function nodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)];
}

/** Rows that were read of each table, whether they passed or not. */
export function rowsRead(plans: Plan[], table: string): number {
  return plans
    .flatMap(nodes)
    .filter((node) => node['Relation Name'] === table)
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );
}
