import { renderToReadableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type PageName, pages } from '#shared/pages.ts';
import { App } from './app.tsx';

const rendered = (Object.keys(pages) as PageName[]).filter(
  (name) => pages[name].rendering === 'server' && name !== 'find',
);
const id = '01a1fe9e-9618-73ca-8252-8596c9b27ab2';

test.each(rendered)('%s is rendered without a browser', async (name) => {
  expect('window' in globalThis || 'document' in globalThis || 'localStorage' in globalThis).toBe(false);
  const stream = await renderToReadableStream(
    <StaticRouter location={pages[name].path.replaceAll(/:\w+\?/g, id)}>
      <App />
    </StaticRouter>,
    // Whole, as the server sends it: a stream has large parts after what stands in for them.
    { onError: (error) => expect.unreachable(String(error)), progressiveChunkSize: Infinity },
  );
  await stream.allReady;
  const html = await new Response(stream).text();
  expect(html).toContain(`<title>${pages[name].title} · Saluni</title>`);
  expect(html.match(/<h1/g)).toHaveLength(1);
});
