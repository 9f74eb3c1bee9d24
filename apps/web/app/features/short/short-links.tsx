import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ShortLink } from '@switchyard/contract'
import { SHORT_PAGE_SIZE } from '@switchyard/contract/short-codes'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import { session } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LinkTable } from './link-table.tsx'
import { NewLinkForm } from './new-link-form.tsx'
import { ReportedLinks } from './reported-links.tsx'

/** Makes short links, and lists those that there are. */
export function ShortLinks() {
  const known = useStore(session, undefined)
  const [made, setMade] = useState<ShortLink>()
  return (
    <>
      <NewLinkForm onMade={setMade} />
      <OwnLinks key={known?.user?.id ?? ''} made={made} isSignedIn={known && known.user !== undefined} />
      {known?.user?.role === 'owner' && <ReportedLinks />}
    </>
  )
}

/** `isSignedIn`: undefined while nobody knows. */
function OwnLinks({ made, isSignedIn }: { made: ShortLink | undefined; isSignedIn: boolean | undefined }) {
  const t = useTranslations('short')
  const [page, setPage] = useState(1)
  const links = useApi('GET /api/short-links', { search: `?page=${page}`, quiet: true }, isSignedIn === true)
  const [listed, setListed] = useState(made)
  if (made !== listed) {
    setListed(made)
    setPage(1)
    links.reload()
  }
  const pages = Math.max(1, Math.ceil((links.data?.total ?? 0) / SHORT_PAGE_SIZE))
  // The last link of the last page is gone.
  if (links.data && page > pages) setPage(pages)
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
            onClick={() => setPage(page - 1)}
          />
          <span className="text-muted tabular-nums" role="status">
            {t('page', { page, pages })}
          </span>
          <IconButton
            icon="chevron-right"
            label={t('next')}
            disabled={page >= pages}
            onClick={() => setPage(page + 1)}
          />
        </nav>
      )}
    </section>
  )
}
