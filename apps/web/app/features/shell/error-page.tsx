import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useInRouterContext, useMatches, useRouteError } from 'react-router'
import { useTranslations } from 'use-intl'
import { isCrawler } from '../../lib/crawler.ts'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Localized, Shell } from './layout.tsx'

/** What stands where a page should be. A crawler is shown nothing for a failure, only for a wrong address. */
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

  useEffect(() => {
    if (!isRouteErrorResponse(error)) console.error(error)
  }, [error])
  const silent = typeof navigator !== 'undefined' && isCrawler(navigator.userAgent) && !isRouteErrorResponse(error)
  if (silent) return null

  const details = `${status} ${statusText}\n${message}`
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-4 px-4 py-16" data-error-page={status}>
      <p className="text-5xl font-semibold tabular-nums text-muted">{status}</p>
      <h1 className="text-2xl font-semibold">{status === 404 ? t('notFound') : statusText}</h1>
      <p className="break-all text-muted">{message}</p>
      <div className="flex flex-wrap gap-2">
        <HomeLink locale={locale} label={t('backHome')} />
        <Button
          onClick={() => {
            void navigator.clipboard?.writeText(details).then(() => showToast({ kind: 'success', text: t('copied') }))
          }}
        >
          <Icon name="copy" />
          {t('copyDetails')}
        </Button>
      </div>
    </div>
  )
}

function HomeLink({ locale, label }: { locale: Locale; label: string }) {
  const home = localizedPath(locale, '/')
  const className = buttonClass('solid')
  return useInRouterContext() ? (
    <Link to={home} className={className}>
      {label}
    </Link>
  ) : (
    <a href={home} className={className}>
      {label}
    </a>
  )
}

/** In production the words of an unexpected error stay in the log. */
function describe(error: unknown): { status: number; statusText: string; message: string } {
  if (isRouteErrorResponse(error)) {
    const { status, statusText, data } = error
    return { status, statusText, message: typeof data === 'string' ? data.replace(/^Error: /, '') : statusText }
  }
  const message = import.meta.env.DEV && error instanceof Error ? error.message : 'Something went wrong'
  return { status: 500, statusText: 'Internal Server Error', message }
}
