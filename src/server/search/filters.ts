/**
 * Whether any of these filters leaves something out or counts facets: an empty text or list and `false` do not, 0 does.
 */
export function isFiltered(filters: Record<string, unknown>): boolean {
  return Object.values(filters).some(
    (value) => value === 0 || (Array.isArray(value) ? value.length > 0 : Boolean(value)),
  );
}
