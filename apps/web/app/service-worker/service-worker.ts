// Opens the app without network after one visit: one page per language, the scripts and styles of this build, the words.
declare const __BUILD_ID__: string
declare const __ASSETS__: readonly string[]
declare const self: ServiceWorkerGlobalScope

const CACHE = `switchyard-${__BUILD_ID__}`
const LOCALES = ['zh-CN', 'en-US']
const SHELLS = LOCALES.map((locale) => `/_shell/${locale}`)
const MESSAGES = LOCALES.map((locale) => `/_i18n/${__BUILD_ID__}/${locale}/messages.json`)
const EXTRAS = ['/favicon.svg', ...LOCALES.map((locale) => `/manifest.${locale}.webmanifest`)]
// An old tab may still ask for the chunks of the build before.
const KEPT_BUILDS = 2

self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(tidy()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request, url))
  else if (isKept(url.pathname)) event.respondWith(kept(request))
})

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll(
    [...SHELLS, ...MESSAGES, ...EXTRAS, ...__ASSETS__].map((path) => new Request(path, { credentials: 'omit' })),
  )
  await self.skipWaiting()
}

async function tidy(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('switchyard-'))
  const old = names.filter((name) => name !== CACHE)
  await Promise.all(old.slice(0, -(KEPT_BUILDS - 1)).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** Pages come from the server; without it, the shell draws them. */
async function page(request: Request, url: URL): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const shell = await caches.match(url.pathname.startsWith('/en-US') ? SHELLS[1]! : SHELLS[0]!, { cacheName: CACHE })
    if (shell) return shell
    throw error
  }
}

function isKept(path: string): boolean {
  return path.startsWith('/assets/') || MESSAGES.includes(path) || EXTRAS.includes(path)
}

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}
