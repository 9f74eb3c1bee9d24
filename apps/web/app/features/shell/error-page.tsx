import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useInRouterContext, useMatches, useRouteError } from 'react-router'
import { useTranslations } from 'use-intl'
import { isCrawler } from '../../lib/crawler.ts'
import { PageNotLoaded } from '../../lib/lazy-page.ts'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Localized, Shell } from './layout.tsx'

/** Shown in place of a page that failed. A crawler sees it only for an address that does not exist, not for a failure. */
export function RouteErrorPage() {
  const error = useRouteError()
  // A failure of the shell itself has lost the shell around it.
  const atRoot = useMatches().length <= 1
  const content = <ErrorContent error={error} />
  return atRoot ? (
    <Localized>
      <Shell>{content}</Shell>
    </Localized>
  ) : (
    content
  )
}

function ErrorContent({ error }: { error: unknown }) {
  const t = useTranslations('app')
  const locale = useRouteLocale()
  const { status, statusText, message } = describe(error)
  const missing = status === 404 ? /^Page not found: (.*)$/i.exec(message)?.[1] : undefined
  const isMissing = error instanceof PageNotLoaded

  useEffect(() => {
    if (!isRouteErrorResponse(error)) console.error(error)
  }, [error])
  const silent = typeof navigator !== 'undefined' && isCrawler(navigator.userAgent) && !isRouteErrorResponse(error)
  if (silent) return null

  const title = isMissing ? t('notLoaded') : status === 404 ? t('notFound') : t('failed')
  const text =
    missing !== undefined
      ? t('notFoundAt', { path: missing })
      : message || (isMissing ? t('notLoadedText') : t('failedText'))
  const details = `${status === undefined ? '' : `${status} `}${statusText}\n${message}`
  return (
    <div
      className="mx-auto flex w-full max-w-xl flex-1 flex-col items-start justify-center gap-4 px-4 py-16 sm:pb-32"
      data-error-page={status ?? 'not-loaded'}
    >
      <BufferStop />
      {status !== undefined && (
        <p className="font-mono text-sm text-muted tabular-nums" data-testid="error-status">
          {status} {missing === undefined ? statusText : t('notFoundStatus')}
        </p>
      )}
      <h1 className="text-3xl font-bold">{title}</h1>
      <p className="text-base break-all text-muted" data-testid="error-message">
        {text}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {isMissing && (
          <Button look="solid" icon="refresh-cw" onClick={() => location.reload()}>
            {t('loadAgain')}
          </Button>
        )}
        <HomeLink locale={locale} label={t('backHome')} isMain={!isMissing} />
        <CopyButton label={t('copyDetails')} text={details} />
      </div>
    </div>
  )
}

/** The end of a track. */
function BufferStop() {
  return (
    <svg viewBox="0 0 200 32" className="h-8 w-50" fill="none" aria-hidden="true" focusable="false">
      <path d="M0 16H176" strokeWidth="14" strokeDasharray="2 8" className="stroke-line-strong" />
      <path d="M0 16H176" strokeWidth="2.5" className="stroke-link" />
      <path d="M180 4V28" strokeWidth="5" strokeLinecap="round" className="stroke-muted" />
    </svg>
  )
}

function HomeLink({ locale, label, isMain }: { locale: Locale; label: string; isMain: boolean }) {
  const home = localizedPath(locale, '/')
  const className = buttonClass(isMain ? 'solid' : 'outline')
  return useInRouterContext() ? (
    <Link to={home} className={className} data-testid="error-home">
      {label}
    </Link>
  ) : (
    <a href={home} className={className} data-testid="error-home">
      {label}
    </a>
  )
}

/** In production the words of an unexpected error stay in the log: the message is empty. */
function describe(error: unknown): { status?: number; statusText: string; message: string } {
  if (isRouteErrorResponse(error)) {
    const { status, statusText, data } = error
    return { status, statusText, message: typeof data === 'string' ? data.replace(/^Error: /, '') : statusText }
  }
  if (error instanceof PageNotLoaded) return { statusText: error.message, message: '' }
  const message = import.meta.env.DEV && error instanceof Error ? error.message : ''
  return { status: 500, statusText: 'Internal Server Error', message }
}
