/** The beginning of a text of more than `max` UTF-16 units, with an ellipsis; breaks no character. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${beginningOf(text, max - 1).trimEnd()}…`;
}

/** The whole characters among the first `max` UTF-16 units of a text. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('en').segment(text.slice(0, 2 * max))) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
