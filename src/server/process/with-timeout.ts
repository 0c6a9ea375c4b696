/**
 * Waits for work; throws an error with the text `late` after so many milliseconds. A later result or rejection of the
 * work is ignored.
 */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
