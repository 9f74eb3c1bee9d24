import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { isRecord } from '@switchyard/convert/record'

/** What answers before a page is drawn: with nothing, a redirect, or an error that it throws. */
export type PageFunction = (args: LoaderFunctionArgs) => unknown

/** What the file of a page may export besides the screen. */
interface PageParts {
  /** Says on the server with which status a page is answered. What a page shows it asks for itself: `useApi`. */
  loader?: PageFunction
}

export type PageImporter = () => Promise<{ default: ComponentType } & PageParts>

/** What a route loads when it is first visited. */
export type LazyPage = () => Promise<{ Component: ComponentType } & PageParts>

/** The chunk of a page did not load, not even after the whole page was reloaded: no network, or a proxy that blocks it. */
export class PageNotLoaded extends Error {
  constructor(cause: unknown) {
    super('The page was not loaded', { cause })
    this.name = 'PageNotLoaded'
  }
}

const RELOAD_GUARD_MS = 10_000
const RELOAD_KEY = 'app.reload'
const LEAVE_MAX_MS = 5000
const MAX_PRELOADS = 4

type FailureListener = (path: string) => void | Promise<void>

const failureListeners = new Set<FailureListener>()

/** Calls the listener when a chunk did not load and before the page reloads: there a draft can be kept. */
export function onChunkFailure(listener: FailureListener): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

/** Everybody who listens has heard, once this is done. */
export async function reportChunkFailure(path: string): Promise<void> {
  await Promise.allSettled([...failureListeners].map(async (listener) => listener(path)))
}

/**
 * Loads the page anew at a person's wish, once all work is kept. It brings a chunk of which another chunk is missing too:
 * some browsers remember that failure as long as the page is open.
 */
export async function loadAnew(): Promise<void> {
  await reportChunkFailure(location.pathname + location.search)
  location.reload()
}

/**
 * A page in a chunk of its own. When the chunk is gone (a new build was deployed), the whole page is loaded anew at the
 * address that was asked for, at most once per path in ten seconds; `location` still is the old one then. A person who
 * is asked whether to leave may stay: then it is an error.
 */
export function lazyPage(importer: PageImporter): LazyPage {
  let underWay: ReturnType<LazyPage> | undefined
  const load: LazyPage = async () => {
    try {
      const { default: Component, ...parts } = await importer()
      return { Component, ...parts }
    } catch (error) {
      if (typeof window === 'undefined') throw error
      const target = goingTo ?? location.pathname + location.search
      await reportChunkFailure(target)
      if (!mayReload(new URL(target, location.href).pathname)) throw new PageNotLoaded(error)
      location.assign(target)
      await stayedHere()
      throw error
    }
  }
  // The screen and its loader ask at once: a chunk that fails is one failure.
  return () => (underWay ??= load().finally(() => (underWay = undefined)))
}

/** Ends when the page is still there after a while; nothing is drawn until the new one comes. */
function stayedHere(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LEAVE_MAX_MS)
    // Who comes back to it did leave.
    addEventListener('pagehide', () => clearTimeout(timer), { once: true })
  })
}

let goingTo: string | undefined

/** The address of the navigation under way: set before its chunk is asked for. */
export function setNavigationTarget(address: string | undefined): void {
  goingTo = address
}

/** Whether the guard lets this path be loaded anew now; if so, it is closed for ten seconds. */
export function mayReload(path: string, now = Date.now()): boolean {
  try {
    const last: unknown = JSON.parse(sessionStorage.getItem(RELOAD_KEY) ?? 'null')
    if (isRecord(last) && last.path === path && now - Number(last.at) < RELOAD_GUARD_MS) return false
    sessionStorage.setItem(RELOAD_KEY, JSON.stringify({ path, at: now }))
    return true
  } catch {
    // Without storage nothing would stop a loop of reloads.
    return false
  }
}

const preloaded = new Set<string>()
let preloading = 0
let importerOf: (path: string) => PageImporter | undefined = () => undefined

/** Says how the page of a path is fetched: the list of routes hands this in. */
export function setPageImporters(find: typeof importerOf): void {
  importerOf = find
}

/** Fetches a page that may be visited next, at most four at once; more than that are not worth waiting for. */
export async function preloadPage(path: string): Promise<void> {
  const importer = importerOf(path)
  if (!importer || preloaded.has(path) || preloading >= MAX_PRELOADS) return
  preloaded.add(path)
  preloading++
  try {
    await importer()
  } catch {
    preloaded.delete(path)
  } finally {
    preloading--
  }
}
