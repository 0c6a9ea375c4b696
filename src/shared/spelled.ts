/**
 * A specialization or category as Australians write it: `Colourist for Textured Hair`. Calls, filters and addresses keep
 * the catalogue's own names.
 */
export function spelled(name: string): string {
  return name.replace('Color', 'Colour');
}
