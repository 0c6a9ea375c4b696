/**
 * Whether a text is a URL that is safe to show to everybody, which the server never fetches (contract 7; A10): `https`,
 * no credentials, a host name instead of an IP address, and no punycode, which can imitate other names (D12).
 */
export function publicUrl(value: string): boolean {
  const printable = [...value].every((char) => char > ' ' && char !== '\\' && char !== '\u007f');
  if (!printable || !value.isWellFormed() || !/^https:\/\/[^/]/i.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  const labels = url.hostname.split('.');
  // URL normalizes every spelling of an IPv4 address (0x7f000001, 2130706433) to dotted decimals and puts IPv6 into
  // brackets.
  return (
    url.protocol === 'https:' &&
    !url.username &&
    !url.password &&
    labels.length > 1 &&
    /[a-z]/i.test(labels.at(-1) ?? '') &&
    !labels.some((label) => label.startsWith('xn--'))
  );
}
