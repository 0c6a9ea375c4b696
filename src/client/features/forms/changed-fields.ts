/** What was changed in a form of something that is saved whole: another device may have changed the rest meanwhile. */
export function changedFields<Input extends object>(input: Input, dirtyFields: object): Partial<Input> {
  return Object.fromEntries(Object.entries(input).filter(([field]) => field in dirtyFields)) as Partial<Input>;
}
