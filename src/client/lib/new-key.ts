/**
 * A random text that nothing else has, such as an `Idempotency-Key`. Not `crypto.randomUUID`, which is missing on plain
 * HTTP, as in a local network.
 */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
