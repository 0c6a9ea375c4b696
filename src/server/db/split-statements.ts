/**
 * Whatever may hide a semicolon: comments, quoted names, string literals (with doubled quotes, or with backslashes
 * after E), dollar quotes.
 */
const hiding =
  /--[^\n]*|\/\*[\s\S]*?\*\/|"[^"]*"|\bE'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1/giu;

/**
 * The statements of an SQL text in order, without semicolons and comments between them. Nested comments are not
 * understood.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let current = '';
  let from = 0;
  const add = (code: string) => {
    const [first = '', ...others] = code.split(';');
    current += first;
    for (const other of others) {
      statements.push(current);
      current = other;
    }
  };
  for (const match of text.matchAll(hiding)) {
    add(text.slice(from, match.index));
    const [hidden] = match;
    current += hidden.startsWith('--') || hidden.startsWith('/*') ? ' ' : hidden;
    from = match.index + hidden.length;
  }
  add(text.slice(from));
  return [...statements, current].map((statement) => statement.trim()).filter((statement) => statement !== '');
}
