/**
 * How many a list would have with a filter that finds these names; undefined while that is not known. `apart`: nothing
 * has two of them, as a service has one category. A professional who has services of both counts to both.
 */
export function ofFacet(
  counts: readonly { name: string; count: number }[] | undefined,
  names: readonly string[],
  { apart }: { apart: boolean } = { apart: true },
): number | undefined {
  const found = counts?.filter(({ name }) => names.includes(name));
  if (!found || (!apart && found.length > 1)) return undefined;
  return found.reduce((sum, { count }) => sum + count, 0);
}
