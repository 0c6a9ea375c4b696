// The server writes `const build = {...};` before this text (`src/server/http/service-worker.ts`).
/* global build */

const cacheName = `saluni-${build.version}`;
const shell = '/shell';
const isFile = (url) => url.origin === location.origin && url.pathname.startsWith('/assets/');

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

async function install() {
  const cache = await caches.open(cacheName);
  await cache.put(shell, new Response(build.shell, { headers: build.headers }));
  await cache.addAll(build.files);
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
}

// A page tells what it has loaded so far, which the browser's own cache has.
self.addEventListener('message', ({ data }) => {
  for (const address of Array.isArray(data) ? data : []) {
    const url = new URL(String(address), location.origin);
    if (isFile(url)) void file(new Request(url)).catch(() => undefined);
  }
});

// Everything else, the API above all, is the network's alone.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (isFile(new URL(request.url))) event.respondWith(file(request));
});

/** Always the server's page; without a connection the shell. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(shell);
    if (cached) return cached;
    throw error;
  }
}

/** A file whose name is its content's hash. */
async function file(request) {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
