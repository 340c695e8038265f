// Lets the page open without a network, once it has been there. It keeps the shell, and the Python that plays without a server
// where somebody has fetched it; nothing about any table, no answer of the server, so that nobody ever sees a stale view.

/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: the files of the shell, and a name that changes with them; the files of the Python part; the screens. */
declare const SHELL: { name: string; files: string[]; python: string[]; screens: string[] };

const BASE = new URL('./', self.location.href).pathname;
/** All caches of this copy of the page begin so. Others of the same origin belong to other copies or programs. */
const OWN = `spielgeld ${BASE} `;
const CURRENT = OWN + SHELL.name;
/** The page fetches it (`local/parts.svelte.ts`); new versions of the page leave it alone. */
const PYTHON = `${OWN}python`;
const FILES = SHELL.files.map((file) => BASE + file);
const PYTHON_FILES = SHELL.python.map((file) => BASE + file);
/** Beside the shell: which Python goes with it. */
const PYTHON_LIST = `${BASE}python-files`;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(bringPython).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOlder().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin || !url.pathname.startsWith(BASE)) return;
  if (event.request.mode === 'navigate') {
    if (isScreen(url.pathname)) event.respondWith(screen(event.request));
  } else if (['assets/', 'python/'].some((folder) => url.pathname.startsWith(BASE + folder))) {
    event.respondWith(kept(url.pathname));
  }
});

async function keepShell(): Promise<void> {
  const cache = await caches.open(CURRENT);
  await cache.addAll([BASE, ...FILES]);
  await cache.put(PYTHON_LIST, new Response(JSON.stringify(PYTHON_FILES)));
}

/** Who plays without a server can go on doing so: the files that are others now come with the new page, or it does not come. */
async function bringPython(): Promise<void> {
  if (!(await caches.has(PYTHON))) return;
  const cache = await caches.open(PYTHON);
  const here = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  if (here.size) await cache.addAll(PYTHON_FILES.filter((file) => !here.has(file)));
}

/** Below this folder there may be other programs too, or another copy of the page. */
function isScreen(path: string): boolean {
  const [first] = path.slice(BASE.length).split('/');
  return !first || SHELL.screens.includes(first);
}

/** A static host knows the first file only: every screen of ours is made of it. */
async function screen(request: Request): Promise<Response> {
  const found = await fetch(request).catch(() => null);
  return found && found.status !== 404 ? found : ((await caches.match(BASE, { cacheName: CURRENT })) ?? found ?? Response.error());
}

async function kept(path: string): Promise<Response> {
  for (const cacheName of await ownCaches()) {
    const found = await caches.match(path, { cacheName });
    if (found) return found;
  }
  return fetch(path);
}

/** In the order in which they were made. */
async function ownCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(OWN));
}

/** A page that is open goes on with the version it began with, a match included: that one stays until the next comes. */
async function dropOlder(): Promise<void> {
  const older = (await ownCaches()).filter((name) => name !== CURRENT && name !== PYTHON);
  const before = older.pop();
  await Promise.all(older.map((name) => caches.delete(name)));
  if (!(await caches.has(PYTHON))) return;
  const list = before && (await caches.match(PYTHON_LIST, { cacheName: before }));
  const used = new Set([...PYTHON_FILES, ...(list ? ((await list.json()) as string[]) : [])]);
  const cache = await caches.open(PYTHON);
  const old = (await cache.keys()).filter((request) => !used.has(new URL(request.url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}
