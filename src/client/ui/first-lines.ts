/** A text up to this length is shown whole: on a desktop it is one line, on a phone three. */
const whole = 88;

/** The classes of a text of which only the first lines are shown (`.beginning` of base.css), where it is long. */
export function firstLinesClass(text: string, className: string | undefined): string {
  return text.length > whole ? `beginning ${className}` : `${className}`;
}
