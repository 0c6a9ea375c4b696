/** As much of a bio fits two lines of a phone, and as much is more than two lines of a desktop, characters. */
const twoLines = 88;
const beyond = 260;

/** A bio that has more than two lines: its beginning in whole words; undefined for one that is shown whole at once. */
export function beginningOf(bio: string | null): string | undefined {
  const text = bio?.trim().replace(/\s+/g, ' ') ?? '';
  if (text.length <= twoLines && !bio?.trim().includes('\n')) return undefined;
  if (text.length <= beyond) return text.slice(0, text.lastIndexOf(' ')) || text;
  return text.slice(0, text.lastIndexOf(' ', beyond)) || text.slice(0, beyond);
}
