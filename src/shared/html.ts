const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const characters = new Map(Object.entries(entities).map(([character, entity]) => [entity, character]));
characters.set('&#x27;', "'");

/** Text as it must stand in HTML, inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The text of what `escapeHtml`, or React, which writes an apostrophe as `&#x27;`, made of it. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => characters.get(entity) ?? entity);
}
