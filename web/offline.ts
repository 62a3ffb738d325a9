// The service worker: once it is there, the page works without the service, as far as it needs none, and an open tab has
// its own assets for as long as it is open, whatever is deployed meanwhile. It is asked for anew with each visit.

/** Everything that the page can load, as it was built; the build has the names. */
declare const ASSETS: readonly string[]

/** A worker's events, of which the page's types know nothing. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
  /** These two where something is fetched. */
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface ServiceWorkerScope {
  addEventListener(name: 'install' | 'activate' | 'fetch', hear: (event: WorkerEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}
const scope = self as unknown as ServiceWorkerScope

const PAGES = ['/', '/docs']
/** The newest builds that are kept: this one, and one for tabs that were opened before it. */
const KEPT = 2
/** Named for its assets, and in the order in which builds came. */
const PREFIX = 'page '

scope.addEventListener('install', (event) => event.waitUntil(keepAll().then(() => scope.skipWaiting())))

scope.addEventListener('activate', (event) => event.waitUntil(dropOld().then(() => scope.clients.claim())))

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(kept(request))
  // The newest page, where the service answers.
  else if (PAGES.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)))
})

/** Assets never change, so that most are there from the build before, or from what the page has just loaded. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(`${PREFIX}${Date.now()}`)
  await cache.addAll(PAGES.map((page) => new Request(page, { cache: 'no-cache' })))
  await Promise.all(ASSETS.map(async (asset) => cache.put(asset, await kept(asset))))
}

async function dropOld(): Promise<void> {
  for (const name of (await newestFirst()).slice(KEPT)) await caches.delete(name)
}

async function newestFirst(): Promise<string[]> {
  return (await caches.keys())
    .filter((name) => name.startsWith(PREFIX))
    .toSorted()
    .toReversed()
}

/** What is kept, or else is fetched: once more where that failed. */
async function kept(asked: Request | string): Promise<Response> {
  for (const name of await newestFirst()) {
    const found = await (await caches.open(name)).match(asked)
    if (found) return found
  }
  const answer = await fetch(asked).catch(() => fetch(asked))
  if (!answer.ok && typeof asked === 'string') throw new Error(`${asked}: ${answer.status}`)
  return answer
}
