/** A line of the bench's table. `before` is the build before, `plain` the statement alone. */
export type Row = { what: string; now?: string; before?: string; plain?: string; goal?: string | undefined };

export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
