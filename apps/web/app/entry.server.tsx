import { Writable } from 'node:stream'
import { StrictMode } from 'react'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router'
import type { PageRequest, RenderedPage, RenderedShell, ShellRequest, WebApp } from '@switchyard/server/web-app'
import { Document, HEAD_SCRIPT } from './document.tsx'
import { productIn } from './features/shell/head.tsx'
import { commonPages } from './common-pages.ts'
import { configData } from './lib/app-config.ts'
import { DEFAULT_LOCALE, isLocale, LOCALES, localeOf, localizedPath, type Locale } from './lib/locale.ts'
import { JOINED, MESSAGE_PARTS, messagesFile, messagesPath, type MessagePart } from './lib/message-parts.ts'
import { addMessages } from './lib/messages.ts'
import { ownOutputs } from './features/subscribe/own-outputs.ts'
import { defaultLocaleRedirect, localeRedirect, permanentRedirect } from './redirects.ts'
import { FIXED_ADDRESSES } from './pages.ts'
import { routes, sessionContext, type RouteHandle } from './routes.tsx'

const FILES = import.meta.glob<object>('./messages/**/*.json', { eager: true, import: 'default' })

const wordsOf = (locale: Locale, part: MessagePart): object => FILES[`./messages/${messagesFile(locale, part)}`]!

for (const locale of LOCALES) for (const part of MESSAGE_PARTS) addMessages(locale, wordsOf(locale, part))

const RENDER_TIMEOUT_MS = 10_000

const handler = createStaticHandler(routes)

/** Addresses whose page is the same for everybody who is signed out. */
const COMMON = new Set(
  FIXED_ADDRESSES.filter(({ guard }) => !guard).flatMap(({ path }) =>
    LOCALES.map((locale) => localizedPath(locale, path)),
  ),
)

const web: WebApp = {
  locales: LOCALES,
  messages: (locale, name) => {
    const names = name.split(JOINED)
    const parts = MESSAGE_PARTS.filter((part) => names.includes(part))
    if (!isLocale(locale) || parts.length < names.length) return undefined
    return Object.assign({}, ...parts.map((part) => wordsOf(locale, part)))
  },
  defaultLocaleRedirect,
  permanentRedirect,
  localeRedirect,
  sitemap: FIXED_ADDRESSES.filter(({ noindex, guard }) => !noindex && !guard).map(({ path }) => ({
    default: localizedPath(DEFAULT_LOCALE, path),
    locales: Object.fromEntries(LOCALES.map((locale) => [locale, localizedPath(locale, path)])),
  })),
  render: import.meta.env.PROD ? commonPages(draw, COMMON) : draw,
  renderShell,
}

export default web

async function draw(request: Request, page: PageRequest): Promise<RenderedPage | Response> {
  const context = new RouterContextProvider()
  context.set(sessionContext, page.session)
  context.set(ownOutputs, page.hasOutput)
  const result = await handler.query(request, { requestContext: context })
  if (result instanceof Response) return result
  for (const error of Object.values(result.errors ?? {})) if (result.statusCode >= 500) page.onError(error)
  return { status: result.statusCode, html: await html(result, page) }
}

/**
 * The page that the service worker keeps. It names no nonce and no person; its only inline script sets the colours and
 * starts the app, which then draws the page of the address.
 */
function renderShell(locale: string, { config, assets }: ShellRequest): RenderedShell | undefined {
  if (!isLocale(locale)) return undefined
  const starts = assets.scripts.map(
    (source) =>
      `{const s=document.createElement('script');s.type='module';s.src=${JSON.stringify(source)};document.head.append(s)}`,
  )
  const script = `${HEAD_SCRIPT};${starts.join('')}`
  const markup = renderToStaticMarkup(
    <html lang={locale} data-shell="" {...configData(config)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>{productIn(locale)}</title>
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href={`/manifest.${locale}.webmanifest`} />
        {/* oxlint-disable-next-line react/no-danger -- a constant of ours */}
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </head>
      <body />
    </html>,
  )
  return { html: `<!DOCTYPE html>${markup}`, script }
}

async function html(context: StaticHandlerContext, page: PageRequest): Promise<Buffer> {
  const { pathname } = context.location
  const locale = localeOf(pathname)
  // Every handle of `routes` is one.
  const shown = (context.matches.at(-1)?.route.handle as RouteHandle | undefined)?.page
  const { config, nonce, assets } = page
  const { buildId, i18nBase } = config
  const document = (
    <StrictMode>
      <Document
        config={config}
        locale={locale}
        forcedMode={shown?.colorMode}
        nonce={nonce}
        styles={assets.styles}
        preloads={{
          // Those of every page are kept from page to page.
          messages: [undefined, ...(shown?.messages ? [shown.messages] : [])].map(
            (parts) => i18nBase + messagesPath(buildId, locale, parts),
          ),
          modules: shown ? assets.modulesOf(`app/routes/${shown.file}.tsx`) : [],
        }}
      >
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          nonce={nonce}
        />
      </Document>
    </StrictMode>
  )

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    })
    sink.on('finish', () => resolve(Buffer.concat(chunks)))
    sink.on('error', reject)
    const stream = renderToPipeableStream(document, {
      nonce,
      bootstrapModules: [...assets.scripts],
      onError: page.onError,
      onShellError: reject,
      onAllReady: () => {
        clearTimeout(timer)
        stream.pipe(sink)
      },
    })
    const timer = setTimeout(() => stream.abort(new Error('Rendering took too long')), RENDER_TIMEOUT_MS)
  })
}
