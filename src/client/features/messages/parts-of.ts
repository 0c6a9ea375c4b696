/** A part of a text; `link` where it is the address of a page elsewhere. */
type Part = { text: string; link?: { href: string; host: string } };

/** What ends a sentence is no part of an address in it. */
const address = /https:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]}]/giu;

/** Takes a text apart at its https addresses; the host as it is asked for (punycode), without a user or a password. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = linkOf(found);
    if (!link) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: found, link });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function linkOf(found: string): { href: string; host: string } | undefined {
  if (!URL.canParse(found)) return undefined;
  const url = new URL(found);
  url.username = '';
  url.password = '';
  return { href: url.href, host: url.host };
}
