import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { SHORT_PAGE_SIZE } from '@switchyard/contract/short-codes'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import { uiSettings, type UiSettings } from '../../components/kept-settings/ui-settings.ts'
import { shortServices } from '../../components/short-service/chosen-service.ts'
import { keyOf } from '../../lib/api.ts'
import { reload } from '../../lib/loaded-store.ts'
import { useAppConfig } from '../../lib/app-config.ts'
import { localizedPath } from '../../lib/locale.ts'
import { session } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LinkTable } from './link-table.tsx'
import { NewLinkForm } from './new-link-form.tsx'
import { ReportedLinks } from './reported-links.tsx'

const LIST = 'GET /api/short-links'
const NO_SETTINGS: UiSettings = {}
const pageOf = (page: number) => ({ search: `?page=${page}`, quiet: true })

/** Makes short links, and lists those that there are. */
export function ShortLinks() {
  const known = useStore(session, undefined)
  const { shortLinks } = useAppConfig()
  const { chosen } = shortServices(useStore(uiSettings, NO_SETTINGS))
  const [page, setPage] = useState(1)
  const showNewest = () => {
    setPage(1)
    reload(keyOf(LIST, pageOf(1)))
  }
  return (
    <>
      {chosen || shortLinks ? <NewLinkForm onMade={showNewest} /> : <NoMaker />}
      <OwnLinks
        key={known?.user?.id ?? ''}
        page={page}
        isSignedIn={known && known.user !== undefined}
        onPage={setPage}
      />
      {known?.user?.role === 'owner' && <ReportedLinks />}
    </>
  )
}

/** Whoever runs this server has switched its short links off; services of others make them still. */
function NoMaker() {
  const t = useTranslations('short')
  const locale = useRouteLocale()
  return (
    <div className="card">
      <EmptyState icon="link" title={t('offTitle')} text={t('offText')}>
        <Link to={localizedPath(locale, '/settings/api/short')} className={buttonClass('outline', 'medium')}>
          {t('addService')}
        </Link>
      </EmptyState>
    </div>
  )
}

interface OwnProps {
  page: number
  /** undefined while nobody knows. */
  isSignedIn: boolean | undefined
  onPage: (page: number) => void
}

function OwnLinks({ page, isSignedIn, onPage }: OwnProps) {
  const t = useTranslations('short')
  const links = useApi(LIST, pageOf(page), isSignedIn === true)
  const pages = Math.max(1, Math.ceil((links.data?.total ?? 0) / SHORT_PAGE_SIZE))
  // The last link of the last page is gone.
  const isBeyond = links.data !== undefined && page > pages
  useEffect(() => {
    if (isBeyond) onPage(pages)
  }, [isBeyond, pages, onPage])
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-sm font-medium text-muted">
        {links.data && links.data.total > 0 ? t('ownCount', { count: links.data.total }) : t('own')}
      </h2>
      {isSignedIn === false ? (
        <div className="card">
          <EmptyState icon="lock" title={t('signInTitle')} text={t('signInText')}>
            <Button onClick={() => void askToSignIn()}>{t('signIn')}</Button>
          </EmptyState>
        </div>
      ) : links.data === undefined ? (
        links.error === undefined ? (
          <p className="text-muted">{t('loading')}</p>
        ) : (
          <div className="card">
            <LoadFailure error={links.error} onRetry={links.reload} />
          </div>
        )
      ) : links.data.links.length === 0 ? (
        <div className="card">
          <EmptyState icon="link" title={t('noneTitle')} text={t('noneText')} />
        </div>
      ) : (
        <LinkTable links={links.data.links} onChanged={links.reload} />
      )}
      {pages > 1 && (
        <nav aria-label={t('pages')} className="mt-3 flex items-center justify-center gap-3">
          <IconButton
            icon="chevron-left"
            label={t('previous')}
            disabled={page === 1}
            onClick={() => onPage(page - 1)}
          />
          <span className="text-muted tabular-nums" role="status">
            {t('page', { page, pages })}
          </span>
          <IconButton
            icon="chevron-right"
            label={t('next')}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          />
        </nav>
      )}
    </section>
  )
}
