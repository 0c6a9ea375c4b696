/** Whether a value from outside (an answer, history state, storage) has properties to look at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
