/** Spaces, marks, and letters that show nothing. */
const blank = /^[\s\p{M}\p{Cc}\p{Cf}\p{Z}\p{DI}\u2800]*$/u;

/** Whether nothing of a text can be seen. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}
