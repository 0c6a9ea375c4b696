import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { escapeHtml, unescapeHtml } from './html.ts';

test('a text is the same after it was escaped, by us or by React, and unescaped', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('&', '<', '>', '"', "'", '&amp;', '&#39;', '&#x27;', 'lt;', 'ọ')), (parts) => {
      const text = parts.join('');
      expect(unescapeHtml(escapeHtml(text))).toBe(text);
      const html = renderToStaticMarkup(createElement('p', null, text));
      expect(unescapeHtml(html.slice('<p>'.length, -'</p>'.length))).toBe(text);
    }),
  );
});
