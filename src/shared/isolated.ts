/** Letters that are written from right to left: Hebrew, Arabic and their like. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * What a person wrote, as it stands within a sentence of ours: one with letters from right to left between U+2068 and
 * U+2069, as it would move times and prices beside it otherwise; any other as it is. HTML has `<bdi>` for it.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** `Braids, Cut`; with options `Braids, small, waist, Cut`. */
export function namesOf(things: readonly { name: string; options?: readonly { name: string }[] }[]): string {
  return things.flatMap(({ name, options = [] }) => [name, ...options.map((one) => one.name)].map(isolated)).join(', ');
}
