import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { StrictMode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { PageRequest, RenderedPage, WebApp } from '@switchyard/server/web-app'
import { BareDocument, routes } from './bare.tsx'

const handler = createStaticHandler(routes)

const web: WebApp = {
  locales: ['en'],
  messages: () => undefined,
  defaultLocaleRedirect: () => undefined,
  permanentRedirect: () => undefined,
  localeRedirect: () => undefined,
  sitemap: [],
  render,
  renderShell: () => undefined,
}

export default web

async function render(request: Request, page: PageRequest): Promise<RenderedPage | Response> {
  const context = await handler.query(request)
  if (context instanceof Response) return context
  const sink = new PassThrough()
  const stream = renderToPipeableStream(
    <StrictMode>
      <BareDocument>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          nonce={page.nonce}
        />
      </BareDocument>
    </StrictMode>,
    { nonce: page.nonce, bootstrapModules: [...page.assets.scripts], onAllReady: () => stream.pipe(sink) },
  )
  return { status: context.statusCode, html: await buffer(sink) }
}
