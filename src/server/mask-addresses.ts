/**
 * E-mail addresses in any spelling; it may match too much, because neither a log line nor a stored error needs an
 * address.
 */
const addresses = /[^\s<>"'`(),;:]+@[^\s<>"'`(),;:]+/g;

/** The text with `[address]` for each e-mail address: mail servers name recipients, who may have left since. */
export function maskAddresses(text: string): string {
  return text.replace(addresses, '[address]');
}
