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

// Browsers that know declarative web push show it by themselves. A push that shows nothing would cost the permission.
self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function show(data) {
  const { title = 'News on Saluni', body = '', navigate, tag } = notificationOf(data);
  // A newer one of the same booking takes its place, and is heard all the same.
  const again = tag ? { tag, renotify: true } : {};
  await self.registration.showNotification(title, { body, ...again, icon: '/icon-192.png', data: pathOf(navigate) });
}

function notificationOf(data) {
  try {
    return data.json().notification ?? {};
  } catch {
    return {};
  }
}

/** A page of ours, whatever the address says. */
function pathOf(address) {
  const { pathname, search } = URL.canParse(address) ? new URL(address) : new URL('/notifications', location.origin);
  return pathname + search;
}

async function open(path) {
  const [tab] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // A browser may let only some tabs be sent elsewhere.
  const shown = await tab?.navigate(path).catch(() => null);
  await (shown ? shown.focus() : self.clients.openWindow(path));
}

// Everything else, the API above all, is the network's alone; so is the page that other sites show.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  if (/^\/embed\//i.test(url.pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (isFile(url)) event.respondWith(file(request));
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
