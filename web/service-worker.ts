// Lets the page open without a network, once it has been there. It keeps the shell only: nothing about any table, no answer of
// the server, so that nobody ever sees a stale view.

/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: the files of the shell, and a name that changes with them. */
declare const SHELL: { name: string; files: string[] };

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL.name).then((cache) => cache.addAll(['/', ...SHELL.files])).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (event.request.mode === 'navigate' && !url.pathname.startsWith('/api/')) {
    event.respondWith(fetch(event.request).catch(() => kept('/')));
  } else if (SHELL.files.includes(url.pathname)) {
    event.respondWith(kept(url.pathname));
  }
});

async function kept(path: string): Promise<Response> {
  return (await caches.match(path)) ?? fetch(path);
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL.name).map((name) => caches.delete(name)));
}
