import '@vitejs/plugin-react/preamble'
import { StrictMode, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type HydrationState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import './app.css'
import { Document } from './document.tsx'
import { keepDrafts } from './features/convert/session/draft.ts'
import { HEAD_OF_PAGE } from './features/shell/head.tsx'
import { StartFailure } from './features/shell/start-failure.tsx'
import { appConfig, AppConfigContext } from './lib/app-config.ts'
import { startBuildWatch } from './lib/build-watch.ts'
import { startColorMode } from './lib/color-mode.ts'
import { isCrawler } from './lib/crawler.ts'
import { repeatInput, takeEarlyInput } from './lib/early-input.ts'
import { importChunkAgain } from './lib/import-again.ts'
import { setNavigationTarget, setPageImporters } from './lib/lazy-page.ts'
import { localeOf, type Locale } from './lib/locale.ts'
import { hasMessages, loadMessages } from './lib/messages.ts'
import { startServiceWorker } from './lib/service-worker.ts'
import { loadSession } from './lib/session.ts'
import { startUiSettings } from './components/kept-settings/ui-settings.ts'
import { pageImporterOf, routes, type RouteHandle } from './routes.tsx'

declare global {
  interface Window {
    __staticRouterHydrationData?: HydrationState
  }
}

globalThis.importAgain = importChunkAgain
void start()

async function start(): Promise<void> {
  const locale = localeOf(location.pathname)
  setPageImporters(pageImporterOf)
  const isWhole = await resolvesAll(locale)
  // What the server drew cannot come alive without its chunks: the router draws anew, the page or what is wrong.
  const isFromServer = document.documentElement.dataset.shell === undefined
  // A crawler has read what the server drew; a failure is none of its business.
  if (!isWhole && isFromServer && isCrawler(navigator.userAgent)) return
  if (!hasMessages(locale)) return drawInBody(<StartFailure locale={locale} />)

  const state = isWhole ? window.__staticRouterHydrationData : undefined
  const router = createBrowserRouter(routes, state ? { hydrationData: state } : {})
  router.subscribe(({ navigation }) => setNavigationTarget(addressOf(navigation.location)))

  // React itself keeps what is pressed while the page comes alive.
  const done = takeEarlyInput()
  whenReady(() => repeatInput(done))
  if (isWhole && isFromServer)
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
  else
    drawInBody(
      <AppConfigContext value={appConfig()}>
        <RouterProvider router={router} />
      </AppConfigContext>,
    )

  startColorMode()
  startUiSettings()
  startBuildWatch()
  startServiceWorker()
  keepDrafts()
  void loadSession()
}

/** The first page says so itself, once it listens. */
function whenReady(then: () => void): void {
  const { documentElement } = document
  const observer = new MutationObserver(() => {
    if (documentElement.dataset.ready === undefined) return
    observer.disconnect()
    then()
  })
  observer.observe(documentElement, { attributeFilter: ['data-ready'] })
}

/** Whether all is there that the page of this address needs to come alive. */
async function resolvesAll(locale: Locale): Promise<boolean> {
  try {
    await Promise.all([loadMessages(locale), resolvePages(locale)])
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}

/** A page that draws itself gets the head of its address in place of the one it came with. */
function drawInBody(content: ReactNode): void {
  for (const each of document.head.querySelectorAll(HEAD_OF_PAGE)) each.remove()
  createRoot(document.body).render(<StrictMode>{content}</StrictMode>)
}

/** The words and chunks of the page that the server drew: they must be there before the first picture in the browser. */
async function resolvePages(locale: Locale): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    // Every handle of `routes` is one.
    const { page } = (route.handle ?? {}) as RouteHandle
    await loadMessages(locale, page?.messages ?? [])
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
