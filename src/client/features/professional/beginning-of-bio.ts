import { beginningOf } from '#shared/cut-text.ts';

/** As much of a bio fits two lines of a phone, and as much is more than two lines of a desktop, characters. */
const twoLines = 88;
const beyond = 260;

/** A bio that has more than two lines: its beginning in whole words; undefined for one that is shown whole at once. */
export function beginningOfBio(bio: string | null): string | undefined {
  const text = bio?.trim().replace(/\s+/g, ' ') ?? '';
  if (text.length <= twoLines && !bio?.trim().includes('\n')) return undefined;
  const space = text.lastIndexOf(' ', beyond);
  // Some languages have no spaces.
  return space > 0 ? text.slice(0, space) : beginningOf(text, beyond);
}
