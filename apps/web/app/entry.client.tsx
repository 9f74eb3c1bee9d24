import '@vitejs/plugin-react/preamble'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type HydrationState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import './app.css'
import { Document } from './document.tsx'
import { keepDrafts } from './features/convert/draft.ts'
import { appConfig, AppConfigContext } from './lib/app-config.ts'
import { startBuildWatch } from './lib/build-watch.ts'
import { startColorMode } from './lib/color-mode.ts'
import { setNavigationTarget, setPageImporters } from './lib/lazy-page.ts'
import { localeOf, type Locale } from './lib/locale.ts'
import { loadMessages } from './lib/messages.ts'
import { startServiceWorker } from './lib/service-worker.ts'
import { loadSession } from './lib/session.ts'
import { startUiSettings } from './lib/ui-settings.ts'
import { pageImporterOf, routes, type RouteHandle } from './routes.tsx'

declare global {
  interface Window {
    __staticRouterHydrationData?: HydrationState
  }
}

void start()

async function start(): Promise<void> {
  const locale = localeOf(location.pathname)
  setPageImporters(pageImporterOf)
  await Promise.all([loadMessages(locale), resolvePages(locale)])

  const state = window.__staticRouterHydrationData
  const router = createBrowserRouter(routes, state ? { hydrationData: state } : {})
  router.subscribe(({ navigation }) => setNavigationTarget(addressOf(navigation.location)))

  const html = document.documentElement
  if (html.dataset.shell === undefined)
    hydrateRoot(
      document,
      <StrictMode>
        <Document
          config={appConfig()}
          locale={locale}
          forcedMode={undefined}
          nonce=""
          styles={hrefsOf('link[rel=stylesheet]')}
          preloads={{
            messages: hrefsOf('link[rel=preload][as=fetch]'),
            modules: hrefsOf('link[rel=modulepreload][nonce]'),
          }}
        >
          <RouterProvider router={router} />
        </Document>
      </StrictMode>,
    )
  else {
    // The page that draws itself gets the head of its address in place of the one it came with.
    for (const each of document.head.querySelectorAll('title, meta[name=robots]')) each.remove()
    createRoot(document.body).render(
      <StrictMode>
        <AppConfigContext value={appConfig()}>
          <RouterProvider router={router} />
        </AppConfigContext>
      </StrictMode>,
    )
  }

  startColorMode()
  startUiSettings()
  startBuildWatch()
  startServiceWorker()
  keepDrafts()
  void loadSession()
}

/** The words and chunks of the page that the server drew: they must be there before the first picture in the browser. */
async function resolvePages(locale: Locale): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    const { page } = (route.handle ?? {}) as RouteHandle
    if (page?.messages) await loadMessages(locale, page.messages)
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy())
    delete route.lazy
  }
}

function hrefsOf(selector: string): string[] {
  return [...document.head.querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '')
}

function addressOf(place: { pathname: string; search: string; hash: string } | undefined): string | undefined {
  return place && place.pathname + place.search + place.hash
}
