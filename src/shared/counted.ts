/** `1 time`, `3 times`: a number with its noun, whose plural is a bare `s`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
