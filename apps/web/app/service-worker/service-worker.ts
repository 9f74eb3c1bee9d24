// Opens the app without network after one visit: one page per language, the words, and what a conversion needs of the
// scripts; the rest is kept when it is first used. It answers for this origin only, and keeps nothing of the user.
import { removeDraftOfGone, type TabGone } from '../components/handover/draft-store.ts'
import { withoutTry } from '../lib/import-again.ts'
import { localeOf, LOCALES, type Locale } from '../lib/locale.ts'
import { JOINED, MESSAGE_PARTS, messagesPath } from '../lib/message-parts.ts'

declare const __BUILD_ID__: string
/** Scripts and styles that are fetched ahead. */
declare const __ASSETS__: readonly string[]
declare const self: ServiceWorkerGlobalScope

const PREFIX = 'switchyard-build-'
const CACHE = PREFIX + __BUILD_ID__
const MESSAGES = LOCALES.flatMap((locale) => MESSAGE_PARTS.map((part) => messagesPath(__BUILD_ID__, locale, [part])))
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
  else if (isKept(url.pathname)) event.respondWith(kept(event))
  else if (partsOf(url.pathname)) event.respondWith(joined(request, partsOf(url.pathname)!))
})

self.addEventListener('message', (event) => {
  // Only pages of this origin can send something.
  const { data } = event as { data: TabGone | undefined }
  if (data?.type === 'tab-gone') event.waitUntil(removeDraftOfGone(data))
})

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE)
  try {
    // The pages come first. If they belong to another build, the worker fetches nothing else.
    await Promise.all(LOCALES.map((locale) => keepShell(cache, shellPath(locale))))
    await cache.addAll([...MESSAGES, ...EXTRAS, ...__ASSETS__].map(asked))
  } catch (error) {
    await caches.delete(CACHE)
    throw error
  }
  await self.skipWaiting()
}

/** While builds change, the server may already speak of another one, whose scripts are not here: then all waits. */
async function keepShell(cache: Cache, path: string): Promise<void> {
  const shell = await fetch(asked(path))
  const text = await shell.clone().text()
  if (!shell.ok || !text.includes(`data-build="${__BUILD_ID__}"`)) throw new Error(`${path} is of another build`)
  await cache.put(path, shell)
}

function shellPath(locale: Locale): string {
  return `/_shell/${locale}`
}

function asked(path: string): Request {
  return new Request(path, { credentials: 'omit' })
}

async function tidy(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  const old = builds.filter((name) => name !== CACHE)
  await Promise.all(old.slice(0, -(KEPT_BUILDS - 1)).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** Pages come from the server; without it, the shell draws them. */
async function page(request: Request, url: URL): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const shell = await caches.match(shellPath(localeOf(url.pathname)), { cacheName: CACHE })
    if (shell) return shell
    throw error
  }
}

function isKept(path: string): boolean {
  return path.startsWith('/assets/') || MESSAGES.includes(path) || EXTRAS.includes(path)
}

/** The paths of the parts, of words that are asked for together. */
function partsOf(path: string): string[] | undefined {
  const name = path.split('/').at(-1)!
  const paths = name
    .replace('.json', '')
    .split(JOINED)
    .map((part) => path.slice(0, -name.length) + `${part}.json`)
  return paths.every((each) => MESSAGES.includes(each)) ? paths : undefined
}

/** The words of several parts, which are kept part by part. */
async function joined(request: Request, paths: readonly string[]): Promise<Response> {
  const copies = await Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true, cacheName: CACHE })))
  const words: Record<string, object> = {}
  for (const copy of copies) {
    if (!copy) return fetch(request)
    // What our own server answered and this worker kept.
    const part = (await copy.json()) as Record<string, object>
    for (const [locale, said] of Object.entries(part)) words[locale] = { ...words[locale], ...said }
  }
  return Response.json(words)
}

async function kept(event: FetchEvent): Promise<Response> {
  const { request } = event
  // A chunk that is tried again is the same chunk.
  const file = withoutTry(new URL(request.url))
  // Asked of all caches, the oldest would answer.
  const own = await caches.match(file, { ignoreVary: true, cacheName: CACHE })
  const copy = own ?? (await caches.match(file, { ignoreVary: true }))
  if (copy) return copy
  const answer = await fetch(request)
  if (answer.ok) {
    const added = answer.clone()
    // A full disk is no reason to answer less.
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(file, added)).catch(() => undefined)) // oxfmt-ignore
  }
  return answer
}
