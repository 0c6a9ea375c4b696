/** `1 time`, `3 times`: a number with what is counted, whose plural is a bare `s`. */
export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
