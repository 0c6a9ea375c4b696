/** The beginning of a text of more than `max` UTF-16 units, with an ellipsis; breaks no character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('en').segment(text.slice(0, 2 * max))) {
    if (index + segment.length >= max) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
