import type { Mutation } from './mutations.ts';

/** The text with the change made, or null where `find` does not occur in it exactly once. */
export function applyMutation(text: string, { find, replace }: Mutation['changes'][number]): string | null {
  const found = [...text.matchAll(patternOf(find))];
  const [match] = found;
  if (match === undefined || found.length > 1) return null;
  return text.slice(0, match.index) + replace + text.slice(match.index + match[0].length);
}

/** Matches `find` however a formatter lays it out: white space is free between signs, and so is a trailing comma. */
function patternOf(find: string): RegExp {
  const tokens = find.match(/\w+|[^\w\s]/g) ?? [];
  let pattern = isWord(tokens[0] ?? '') ? '(?<!\\w)' : '';
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    const isClosing = ')]}'.includes(token);
    const isTrailingComma = token === ',' && ')]}'.includes(tokens[index + 1] ?? ' ');
    if (before !== undefined) pattern += isWord(before) && isWord(token) ? '\\s+' : '\\s*';
    if (isClosing && before !== undefined && before !== ',') pattern += '(?:,\\s*)?';
    pattern += isWord(token) ? token : `\\${token}`;
    if (isTrailingComma) pattern += '?';
  });
  const last = tokens.at(-1);
  if (last !== undefined && isWord(last)) pattern += '(?!\\w)';
  return new RegExp(pattern, 'g');
}

function isWord(token: string): boolean {
  return /^\w/.test(token);
}
