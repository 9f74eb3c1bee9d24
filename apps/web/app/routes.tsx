import { createContext, data, matchPath, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { Session } from '@switchyard/contract'
import { guardNamed } from './guards.ts'
import { Layout } from './features/shell/layout.tsx'
import { RouteErrorPage } from './features/shell/error-page.tsx'
import { lazyPage, type LazyPage, type PageFunction, type PageImporter } from './lib/lazy-page.ts'
import { barePath, LOCALES, localizedPath, type Locale } from './lib/locale.ts'
import { loadMessages } from './lib/messages.ts'
import { loadSession } from './lib/session.ts'
import { PAGES, type Page } from './pages.ts'

/** Who is signed in, as the server knows it; the browser asks for itself. */
export const sessionContext = createContext<Session | undefined>(undefined)

// The server finds the chunk of a page by the name of its file.
const FILES = import.meta.glob<Awaited<ReturnType<PageImporter>>>('./routes/*.tsx')
const IMPORTERS: Readonly<Record<string, PageImporter>> = Object.fromEntries(
  PAGES.map(({ name, file }) => [name, FILES[`./routes/${file}.tsx`]!]),
)

export interface RouteHandle {
  locale?: Locale
  page?: Page
}

/** Every address of the given pages, in every language. */
export function routesOf(pages: readonly Page[], importers: Readonly<Record<string, PageImporter>>): RouteObject[] {
  const loads = new Map(pages.map(({ name }) => [name, lazyPage(importers[name]!)]))
  return LOCALES.map((locale) => ({
    id: locale,
    path: localizedPath(locale, '/'),
    Component: Layout,
    ErrorBoundary: RouteErrorPage,
    loader: async () => {
      if (typeof window !== 'undefined') await loadMessages(locale)
      return null
    },
    shouldRevalidate: () => false,
    handle: { locale } satisfies RouteHandle,
    children: [
      {
        id: `${locale}:content`,
        ErrorBoundary: RouteErrorPage,
        children: [...pages.map((page) => pageRoute(locale, page, loads.get(page.name)!)), notFoundRoute(locale)],
      },
    ],
  }))
}

/** Every address of the app, in every language. */
export const routes: RouteObject[] = routesOf(PAGES, IMPORTERS)

function pageRoute(locale: Locale, page: Page, load: LazyPage): RouteObject {
  const relative = page.path.slice(1)
  const isAskedFirst = page.guard !== undefined || page.messages !== undefined
  const route = {
    id: `${locale}:${page.name}`,
    // The router takes no part of a lazy page that stands here already.
    lazy: async () => {
      const { Component, loader } = await load()
      return {
        Component,
        ...(loader && !isAskedFirst ? { loader } : {}),
      }
    },
    ...(isAskedFirst ? { loader: guarded(page, pageLoader(locale, page, load)) } : {}),
    handle: { page } satisfies RouteHandle,
  }
  return relative ? { ...route, path: relative } : { ...route, index: true }
}

/** Loads nothing for a person who may not see the page. */
function guarded({ guard: name, ownerOnly }: Page, answer: PageFunction): PageFunction {
  const guard = name && guardNamed(name)
  if (!guard) return answer
  return async (args) => {
    const session = typeof window === 'undefined' ? args.context.get(sessionContext) : await loadSession()
    const elsewhere = guard({ url: new URL(args.request.url), session: session ?? {} })
    if (elsewhere) return redirect(elsewhere, 302)
    const answered = await answer(args)
    // The page is drawn, and says that it is closed.
    const isClosed = ownerOnly === true && session?.user?.role !== 'owner'
    return isClosed && typeof window === 'undefined' ? data(answered, { status: 403 }) : answered
  }
}

function pageLoader(locale: Locale, { messages = [] }: Page, load: LazyPage): PageFunction {
  return async (args: LoaderFunctionArgs) => {
    const words = typeof window === 'undefined' ? undefined : loadMessages(locale, messages)
    const [{ loader }] = await Promise.all([load(), words])
    return loader ? await loader(args) : null
  }
}

// These take any slug in one place: a wrong one is told apart from an address that has no screen at all.
const SLUG_PLACES = /^\/(c\/|settings\/)?[^/]+\/?$/

function notFoundRoute(locale: Locale): RouteObject {
  return {
    id: `${locale}:not-found`,
    path: '*',
    loader: ({ request }) => {
      const { pathname } = new URL(request.url)
      const words = SLUG_PLACES.test(barePath(pathname)) ? 'Page Not Found' : 'Page not found'
      // oxlint-disable-next-line typescript/only-throw-error -- the router takes a thrown answer as the status
      throw data(`${words}: ${pathname}`, { status: 404, statusText: 'Not Found' })
    },
  }
}

/** What fetches the page at an address, before it is visited. */
export function pageImporterOf(path: string): PageImporter | undefined {
  const page = PAGES.find((page) => matchPath(page.path, barePath(path)))
  return page && IMPORTERS[page.name]
}
