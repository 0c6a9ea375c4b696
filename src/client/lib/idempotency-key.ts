/** A new `Idempotency-Key`. Not `crypto.randomUUID`, which is missing on plain HTTP, as in a local network. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
