/**
 * Service worker: caches the pages of one build, so that the editor opens offline for local files. Online the server's
 * newest page wins; the cache is used offline only, as a whole build.
 */
declare const self: ServiceWorkerGlobalScope

/** The build's files, inserted by the build. */
declare const BUILD_FILES: {
  /** Differs per build. */
  readonly build: string
  /** Files that the page loads first. */
  readonly entry: string
  /** Files that the editor needs to open. */
  readonly first: readonly string[]
  /** Optional files: the media core, fonts. */
  readonly later: readonly string[]
}

const PREFIX = 'cuelane-'
const CACHE = PREFIX + BUILD_FILES.build
const PAGE = '/index.html'
const PAGES = /^\/(?:$|lab\/|login$)/

self.addEventListener('install', (event) => {
  event.waitUntil(keepBuild())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(begin())
})

self.addEventListener('message', (event) => {
  // Requested by an open editor: the rest of the build, file by file.
  if (event.data === 'keep') event.waitUntil(keepRest())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // The application's pages only: downloads and calls bypass this.
  if (request.mode === 'navigate') {
    if (PAGES.test(pathname)) event.respondWith(page(event))
    return
  }
  // Names contain content hashes: cached files equal the server's.
  if (pathname.startsWith('/assets/') || pathname === '/favicon.svg') event.respondWith(file(request))
})

/** Earlier builds are deleted when none of their pages is open: only then this worker activates. */
async function begin(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name)
  }
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** Fails if the server has another build by now, whose files are not cached. */
async function keepBuild(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll([new Request(PAGE, { cache: 'reload' }), ...BUILD_FILES.first])
  const page = await cache.match(PAGE)
  if ((await page?.text())?.includes(BUILD_FILES.entry)) return
  await caches.delete(CACHE)
  throw new Error('The page is of another build')
}

/** Files that fail now are retried at the next visit. */
async function keepRest(): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const path of BUILD_FILES.later) {
    if (!(await cache.match(path))) await cache.add(path).catch(() => undefined)
  }
}

async function page(event: FetchEvent): Promise<Response> {
  try {
    const early: unknown = await event.preloadResponse
    return early instanceof Response ? early : await fetch(event.request)
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: CACHE })
    if (kept) return kept
    throw error
  }
}

async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && answer.status === 200) {
    const cache = await caches.open(CACHE)
    await cache.put(request, answer.clone())
  }
  return answer
}

export {}
