/** Most lines of one kind in a second, so that a dependency that is away does not fill the disk. */
const linesPerSecond = 10;

/**
 * Lets a few lines of each kind through in a second. `write` is called at once, with 0, or at the second's end with the
 * number of the lines of its kind that were left out.
 */
type PerSecond = (kind: string, write: (more: number) => void) => void;

export function perSecond(): PerSecond {
  const seconds = new Map<string, { lines: number; more: number; last: (more: number) => void }>();
  return (kind, write) => {
    const second = seconds.get(kind);
    if (second && second.lines >= linesPerSecond) {
      second.more++;
      second.last = write;
      return;
    }
    if (second) {
      second.lines++;
    } else {
      const begun = { lines: 1, more: 0, last: write };
      seconds.set(kind, begun);
      const end = () => {
        seconds.delete(kind);
        if (begun.more > 0) begun.last(begun.more);
      };
      setTimeout(end, 1_000).unref();
    }
    write(0);
  };
}

/** What a line says that stands for others, too. */
export const moreOf = (more: number) => (more > 0 ? ` (${more} more in the last second)` : '');
