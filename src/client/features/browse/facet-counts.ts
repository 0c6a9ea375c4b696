/** How many a list would have with a filter that finds these names; undefined while that is not known. */
export function ofFacet(
  counts: readonly { name: string; count: number }[] | undefined,
  names: readonly string[],
): number | undefined {
  return counts && Math.max(0, ...counts.filter(({ name }) => names.includes(name)).map(({ count }) => count));
}
