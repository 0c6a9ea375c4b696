import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

/** The worker in a browser that remembers what it is told; Chromium without a screen shows no notifications. */
function startWorker(tabs: { navigate(path: string): Promise<object | null> }[] = []) {
  const listeners: Record<string, (event: object) => void> = {};
  const shown: [string, object][] = [];
  const opened: string[] = [];
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => {
      listeners[name] = listener;
    },
    registration: { showNotification: async (...given: [string, object]) => void shown.push(given) },
    clients: { matchAll: async () => tabs, openWindow: async (path: string) => void opened.push(path) },
  };
  const source = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8');
  const build = { version: '1', shell: '', headers: {}, files: [] };
  runInNewContext(source, { self, build, URL, location: { origin: 'https://saluni.example' } });
  async function dispatch(name: string, event: object) {
    let work: Promise<unknown> | undefined;
    listeners[name]?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
  }
  return { shown, opened, dispatch };
}

const dataOf = (text: string) => ({ json: () => JSON.parse(text) });

test('every push is shown, also one that cannot be read, and leads to a page of ours', async () => {
  const { shown, dispatch } = startWorker();
  const notification = {
    title: 'Moved',
    body: 'Cornrows',
    navigate: 'https://evil.example/booking-details/1?x=2',
    tag: 'a',
  };
  await dispatch('push', { data: dataOf(JSON.stringify({ web_push: 8030, notification })) });
  for (const data of [dataOf('no JSON'), dataOf('{}'), null]) await dispatch('push', { data });
  const icon = '/icon-192.png';
  expect(shown).toEqual([
    ['Moved', { body: 'Cornrows', tag: 'a', renotify: true, icon, data: '/booking-details/1?x=2' }],
    ...Array(3).fill(['News on Saluni', { body: '', icon, data: '/notifications' }]),
  ]);
});

test('a tap shows the page in an open tab, else in a new one', async () => {
  const focused: string[] = [];
  const tap = { notification: { close: () => {}, data: '/settings' } };
  const tab = { navigate: async (path: string) => ({ focus: async () => void focused.push(path) }) };
  await startWorker([tab]).dispatch('notificationclick', tap);
  expect(focused).toEqual(['/settings']);
  const foreign = startWorker([{ navigate: () => Promise.reject(new TypeError('not controlled')) }]);
  const none = startWorker();
  for (const { dispatch, opened } of [foreign, none]) {
    await dispatch('notificationclick', tap);
    expect(opened).toEqual(['/settings']);
  }
});
