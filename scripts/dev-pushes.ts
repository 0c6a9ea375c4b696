import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestPushService } from '#server/testing/push-service.ts';
import { escapeHtml } from '#shared/html.ts';

/**
 * `/pushes` of `npm run dev`: a POST subscribes, in place of the browser, which has no worker there; the page lists what
 * would have been pushed, newest first.
 */
export function answerPushes({ method }: IncomingMessage, response: ServerResponse, service: TestPushService): void {
  if (method === 'POST')
    return void response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(JSON.stringify(service.subscribe()));
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(pageOf(service));
}

function pageOf({ pushes }: TestPushService): string {
  const rows = pushes.toReversed().map(({ at, ttl, topic, urgency, payload: { notification } }) => {
    const { title, body, navigate } = notification;
    const about = `${new Date(at).toLocaleTimeString('en-AU')}, ${urgency}, for ${ttl} s, topic ${topic}`;
    return `<li><a href="${escapeHtml(navigate)}"><b>${escapeHtml(title)}</b></a><p>${escapeHtml(body)}</p>
<small>${escapeHtml(about)}</small></li>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5">
<title>Pushes</title><style>body{font:1rem/1.5 sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}
li{margin:0 0 1rem}p{margin:0}</style><h1>Pushes</h1>
${rows.length > 0 ? `<ol reversed>${rows.join('')}</ol>` : '<p>None yet. Turn notifications on in the settings.</p>'}
<p><small>From 21:00 to 8:00 of a browser’s clock what is not urgent waits for the morning.</small></p>`;
}
