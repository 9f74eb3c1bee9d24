import { useEffect, type ReactNode } from 'react'
import { isRouteErrorResponse, Link, useInRouterContext, useMatches, useRouteError } from 'react-router'
import { useTranslations } from 'use-intl'
import { isCrawler } from '../../lib/crawler.ts'
import { PageNotLoaded } from '../../lib/lazy-page.ts'
import { localizedPath } from '../../lib/locale.ts'
import { titleOf } from '../../page-words.ts'
import { CONVERTER } from '../../pages.ts'
import { Button, buttonClass, type ButtonLook } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { DeadEnd } from './dead-end.tsx'
import { Localized, Shell } from './layout.tsx'
import { addressOf } from './places.ts'
import { SiteFooter } from './site-footer.tsx'

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
      ? t.rich('notFoundAt', { path: missing, address: asCode })
      : t(isMissing ? 'notLoadedText' : 'failedText')
  const details = `${status === undefined ? '' : `${status} `}${statusText}\n${message}`
  return (
    <div className="page-narrow">
      <DeadEnd data-error-page={status ?? 'not-loaded'}>
        {status !== undefined && (
          <p className="font-mono text-sm text-muted tabular-nums" data-testid="error-status">
            {status} {statusText}
          </p>
        )}
        <h1 className="text-3xl font-bold">{title}</h1>
        <p className="text-base wrap-anywhere text-muted" data-testid="error-message">
          {text}
        </p>
        {message !== '' && (
          <p className="font-mono text-sm wrap-anywhere text-muted" data-testid="error-details">
            {message}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          {isMissing && (
            <Button look="solid" icon="refresh-cw" onClick={() => location.reload()}>
              {t('loadAgain')}
            </Button>
          )}
          <WayOut to={localizedPath(locale, '/')} look={isMissing ? 'outline' : 'solid'} data-testid="error-home">
            {t('backHome')}
          </WayOut>
          {missing !== undefined && (
            <WayOut to={addressOf(locale, CONVERTER)} look="outline">
              <Icon name={CONVERTER.icon} />
              {titleOf(locale, CONVERTER)}
            </WayOut>
          )}
          <CopyButton
            look="ghost"
            className="text-muted max-sm:w-full max-sm:justify-start max-sm:px-0"
            label={t('copyDetails')}
            text={details}
          />
        </div>
      </DeadEnd>
      <SiteFooter />
    </div>
  )
}

const asCode = (path: ReactNode) => <code className="font-mono text-fg">{path}</code>

interface WayOutProps {
  to: string
  look: ButtonLook
  children: ReactNode
  'data-testid'?: string
}

/** A link also where the router itself failed. */
function WayOut({ to, look, ...rest }: WayOutProps) {
  const className = buttonClass(look)
  return useInRouterContext() ? (
    <Link to={to} className={className} {...rest} />
  ) : (
    <a href={to} className={className} {...rest} />
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
