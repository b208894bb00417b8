/**
 * The service worker: keeps the pages of one build, so that the editor opens without a network for files of this computer.
 * With a network the newest page is always the server's own; what is kept is used only where there is none, and it is one
 * build as a whole.
 */
declare const self: ServiceWorkerGlobalScope

/** The files of the build; the build writes them here. */
declare const BUILD_FILES: {
  /** Another one for each build. */
  readonly build: string
  /** What the page loads first. */
  readonly entry: string
  /** What the editor needs to open. */
  readonly first: readonly string[]
  /** What it can do without until it is there: the media core, fonts. */
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
  // Asked for by an editor that is open: the rest of the build, a file at a time.
  if (event.data === 'keep') event.waitUntil(keepRest())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // The application's own pages: files that the user downloads, and calls, go past this.
  if (request.mode === 'navigate') {
    if (PAGES.test(pathname)) event.respondWith(page(event))
    return
  }
  // Their names change with their contents: what is kept is what the server has.
  if (pathname.startsWith('/assets/') || pathname === '/favicon.svg') event.respondWith(file(request))
})

/** Earlier builds go when no page of theirs is open any more: only then is this worker started. */
async function begin(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name)
  }
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** Fails where the server has another build by now: its page would ask for files that are not kept. */
async function keepBuild(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll([new Request(PAGE, { cache: 'reload' }), ...BUILD_FILES.first])
  const page = await cache.match(PAGE)
  if ((await page?.text())?.includes(BUILD_FILES.entry)) return
  await caches.delete(CACHE)
  throw new Error('The page is of another build')
}

/** What can't be had now is asked for again at the next visit. */
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
