/**
 * Shortest and longest pause, milliseconds: each is twice the one before, and up to a fifth longer, so that several
 * processes do not ask together.
 */
const bounds = { first: 1_000, longest: 120_000 };
const jitter = () => 1 + Math.random() / 5;

/** `go` is called once the server shows that it takes emails, if that is before the end of the attempt. */
type Attempt<T> = (go: () => void) => Promise<T>;

type Pause = {
  /**
   * Makes an attempt, unless there is a pause: then returns its milliseconds. `isAway` tells the errors that would
   * befall any email; after any other error the server counts as one that takes emails.
   */
  run<T>(attempt: Attempt<T>, isAway: (error: unknown) => boolean): Promise<T | { pausedFor: number }>;
};

/**
 * Spares a mail server that takes no emails: after a failure, which `onPause` hears of, all emails of the process wait
 * for what becomes of one that goes ahead. Each further failure doubles the pause.
 */
export function createPause(
  onPause: (error: unknown, milliseconds: number) => void,
  { first, longest } = bounds,
): Pause {
  let failures = 0;
  let until = 0;
  /** The current pause's number: an attempt that began before it says nothing about it. */
  let number = 0;
  let ahead: Promise<void> | undefined;

  function ended(began: number, failure: { error: unknown } | undefined): void {
    if (began !== number) return;
    if (!failure) {
      failures = 0;
      return;
    }
    number++;
    const milliseconds = Math.min(longest, first * 2 ** failures++) * jitter();
    until = performance.now() + milliseconds;
    onPause(failure.error, milliseconds);
  }

  return {
    async run(attempt, isAway) {
      while (failures > 0 && performance.now() >= until && ahead) await ahead;
      const left = until - performance.now();
      if (left > 0) return { pausedFor: left };
      const began = number;
      let settle = () => {};
      if (failures > 0) {
        ahead = new Promise((resolve) => {
          settle = () => {
            ahead = undefined;
            resolve();
          };
        });
      }
      try {
        const result = await attempt(() => {
          ended(began, undefined);
          settle();
        });
        ended(began, undefined);
        return result;
      } catch (error) {
        ended(began, isAway(error) ? { error } : undefined);
        throw error;
      } finally {
        settle();
      }
    },
  };
}
