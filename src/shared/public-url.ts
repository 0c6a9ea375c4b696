/**
 * Whether a text is an address that everybody may follow: `https`, no credentials, a host name instead of an IP address
 * (contract 7; reliability A10), none that could be mistaken for another (D12). Nothing is ever fetched from it.
 */
export function publicUrl(value: string): boolean {
  const printable = [...value].every((char) => char > ' ' && char !== '\\' && char !== '\u007f');
  if (!printable || !value.isWellFormed() || !/^https:\/\/[^/]/i.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  const labels = url.hostname.split('.');
  // URL turns every spelling of an IPv4 address (0x7f000001, 2130706433) into dotted decimals, and puts IPv6 into brackets.
  return (
    url.protocol === 'https:' &&
    !url.username &&
    !url.password &&
    labels.length > 1 &&
    /[a-z]/i.test(labels.at(-1) ?? '') &&
    !labels.some((label) => label.startsWith('xn--'))
  );
}
