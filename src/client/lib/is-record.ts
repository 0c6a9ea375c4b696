/** Narrows an unknown value (answer, history state, stored entry) to an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
