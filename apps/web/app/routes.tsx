import { createContext, data, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { guardNamed } from './guards.ts'
import { Layout } from './features/shell/layout.tsx'
import { RouteErrorPage } from './features/shell/error-page.tsx'
import { lazyPage, type PageImporter } from './lib/lazy-page.ts'
import { barePath, LOCALES, localizedPath, type Locale } from './lib/locale.ts'
import { loadMessages } from './lib/messages.ts'
import { loadSession, type Session } from './lib/session.ts'
import { PAGES, type Page, type PageName } from './pages.ts'

/** Who is signed in, as the server knows it; the browser asks for itself. */
export const sessionContext = createContext<Session | undefined>(undefined)

// The file of a page is `routes/{its name}.tsx`: the server finds its chunk by that.
const IMPORTERS: Record<PageName, PageImporter> = {
  home: () => import('./routes/home.tsx'),
  terms: () => import('./routes/terms.tsx'),
  privacy: () => import('./routes/privacy.tsx'),
  settings: () => import('./routes/settings.tsx'),
  'settings-appearance': () => import('./routes/settings-appearance.tsx'),
  'settings-data': () => import('./routes/settings-data.tsx'),
  'settings-logs': () => import('./routes/settings-logs.tsx'),
  convert: () => import('./routes/convert.tsx'),
}

const LAZY_PAGES = new Map(PAGES.map(({ name }) => [name, lazyPage(IMPORTERS[name])]))

export interface RouteHandle {
  locale?: Locale
  page?: Page
}

/** Every address of the app, in every language. */
export const routes: RouteObject[] = LOCALES.map((locale) => ({
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
      children: [...PAGES.map((page) => pageRoute(locale, page)), notFoundRoute(locale)],
    },
  ],
}))

function pageRoute(locale: Locale, page: Page): RouteObject {
  const relative = page.path.slice(1)
  const route = {
    id: `${locale}:${page.name}`,
    lazy: LAZY_PAGES.get(page.name)!,
    ...(page.guard || page.messages ? { loader: pageLoader(locale, page) } : {}),
    handle: { page } satisfies RouteHandle,
  }
  return relative ? { ...route, path: relative } : { ...route, index: true }
}

function pageLoader(locale: Locale, { guard: name, messages }: Page) {
  const guard = name && guardNamed(name)
  return async ({ request, context }: LoaderFunctionArgs) => {
    const isBrowser = typeof window !== 'undefined'
    if (guard) {
      const session = isBrowser ? await loadSession() : context.get(sessionContext)
      const elsewhere = guard({ url: new URL(request.url), session: session ?? {} })
      if (elsewhere) return redirect(elsewhere, 302)
    }
    if (messages && isBrowser) await loadMessages(locale, messages)
    return null
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
  const page = PAGES.find((page) => page.path === barePath(path))
  return page && IMPORTERS[page.name]
}
