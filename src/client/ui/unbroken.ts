/** A short text that breaks nowhere, for a line with dots: beside a block of its own they could begin a line. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
