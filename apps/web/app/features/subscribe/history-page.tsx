import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import type { DataOf } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { clearDownloads, downloads, type Download, placeOfDownload } from '../../components/publish/download-history.ts'
import { useClientName } from '../../components/publish/client-name.ts'
import { call } from '../../lib/api.ts'
import { localizedPath } from '../../lib/locale.ts'
import { session } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { useLoaded, type Loaded } from '../../lib/use-loaded.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Table } from '../../ui/table.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { GitPublication } from './git-history.tsx'
import type { StoragePublication } from './storage-history.tsx'
import { HistoryDialog } from './output-versions.tsx'

type Output = DataOf<'GET /api/outputs'>['outputs'][number]
type Publication = DataOf<'GET /api/publications'>['publications'][number]

const GitHistory = lazyPart(async () => (await import('./git-history.tsx')).GitHistory)

const StorageHistory = lazyPart(async () => (await import('./storage-history.tsx')).StorageHistory)

const SHOWN_AT_ONCE = 50

/** What was published, and when: on the server for who is signed in, and what this browser downloaded. */
export function HistoryPage() {
  const known = useStore(session, undefined)
  return <Records key={known?.user?.id ?? ''} />
}

function Records() {
  const t = useTranslations('subscribe')
  const known = useStore(session, undefined)
  const publications = useLoaded(known?.user && 'published', published)
  // Where nothing can be kept there is nothing.
  const downloaded = useLoaded('downloads', () => downloads().catch(() => NONE))
  const [wanted, setWanted] = useState('')
  const count = (publications.data?.length ?? 0) + (downloaded.data?.length ?? 0)
  const inRepositories = (downloaded.data ?? NONE)
    .filter(isGit)
    .filter(({ file, git }) => fits(wanted, file, git.repository, git.accountName))
  const inBuckets = (downloaded.data ?? NONE)
    .filter(isStored)
    .filter(({ file, storage }) => fits(wanted, file, storage.bucket, storage.placeName))
  return (
    <>
      {/* The filter comes when there is something to filter: its room is kept, so that nothing moves. */}
      <div className="mb-2 flex justify-between gap-x-4 gap-y-2 max-sm:flex-col-reverse sm:-mt-3 sm:min-h-(--control) sm:items-end">
        <h2 className="shrink-0 text-sm font-medium text-muted">{t('place.server')}</h2>
        {count > 0 && (
          <SearchInput className="sm:max-w-64" label={t('historyFilter')} value={wanted} onChange={setWanted} />
        )}
      </div>
      {known === undefined ? (
        <p className="mb-6 text-muted">{t('loading')}</p>
      ) : known.user ? (
        <Published loaded={publications} wanted={wanted} />
      ) : (
        <div className="card mb-6">
          <EmptyState icon="history" text={t('historySignIn')}>
            <Button onClick={() => void askToSignIn()}>{t('signIn')}</Button>
          </EmptyState>
        </div>
      )}
      <Suspense>
        {inRepositories.length > 0 && <GitHistory rows={inRepositories} onChanged={downloaded.reload} />}
        {inBuckets.length > 0 && <StorageHistory rows={inBuckets} onChanged={downloaded.reload} />}
      </Suspense>
      <h2 className="mb-2 text-sm font-medium text-muted">{t('place.device')}</h2>
      <Downloaded loaded={downloaded} wanted={wanted} />
    </>
  )
}

interface Listed<Row> {
  loaded: Loaded<readonly Row[]>
  wanted: string
}

interface Published {
  publication: Publication
  output: Output | undefined
}

const fits = (wanted: string, ...words: string[]): boolean =>
  words.join(' ').toLowerCase().includes(wanted.trim().toLowerCase())

/** What was published, the newest first, each with its output where that is still there. */
async function published(signal: AbortSignal): Promise<readonly Published[]> {
  const [{ publications }, { outputs }] = await Promise.all([
    call('GET /api/publications', { quiet: true, signal }),
    call('GET /api/outputs', { quiet: true, signal }),
  ])
  const byId = new Map(outputs.map((output) => [output.id, output]))
  return publications.map((publication) => ({ publication, output: byId.get(publication.output ?? '') }))
}

/** A list without a row, and what fills it. */
function NoRows({ icon, text, className = '' }: { icon: IconName; text: string; className?: string }) {
  const t = useTranslations('subscribe')
  const locale = useRouteLocale()
  return (
    <div className={`card ${className}`}>
      <EmptyState icon={icon} text={text}>
        <Link to={localizedPath(locale, '/convert')} className={buttonClass()}>
          {t('toConvert')}
        </Link>
      </EmptyState>
    </div>
  )
}

function Published({ loaded, wanted }: Listed<Published>) {
  const t = useTranslations('subscribe')
  const clientName = useClientName()
  const format = useFormatter()
  const locale = useRouteLocale()
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const [open, setOpen] = useState<Output>()
  const [isClearing, setClearing] = useState(false)
  const { isBusy, failure, submit } = useSubmit()
  const clear = async () => {
    if (await submit(() => call('DELETE /api/publications', { quiet: true }))) loaded.put(() => [])
  }
  if (loaded.data === undefined)
    return loaded.error === undefined ? (
      <p className="mb-6 text-muted">{t('loading')}</p>
    ) : (
      <LoadFailure error={loaded.error} onRetry={loaded.reload} />
    )
  const rows = loaded.data.filter(({ publication: { name, client } }) => fits(wanted, name, clientName(client)))
  if (loaded.data.length === 0) return <NoRows icon="history" className="mb-6" text={t('historyEmpty')} />
  if (rows.length === 0) return <p className="card mb-6 p-4 text-muted">{t('historyNothing')}</p>
  return (
    <div className="mb-6">
      <Table
        caption={t('place.server')}
        className="table-stacked table-pairs [&_td]:align-middle"
        columns={[
          { id: 'at', label: t('historyAt') },
          { id: 'name', label: t('name') },
          { id: 'client', label: t('historyClient') },
          { id: 'position', label: t('historyPosition') },
          { id: 'result', label: t('historyResult') },
          { id: 'nodes', label: t('historyNodes') },
          { id: 'actions', label: t('historyActions') },
        ]}
      >
        {rows.slice(0, shown).map(({ publication, output }) => {
          const { id, at, name, client, position, cause, number, nodes, skipped = 0, result } = publication
          return (
            <tr key={id} data-testid="history-row">
              <td data-label={t('historyAt')} className="min-w-32">
                {format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })}
              </td>
              <td data-label={t('name')}>
                {output ? (
                  <Link to={localizedPath(locale, `/subscribe/${output.id}`)} className="text-link-plain target">
                    {name}
                  </Link>
                ) : (
                  name
                )}{' '}
                <span className="text-muted">{number === undefined ? '' : `#${number}`}</span>
              </td>
              <td data-label={t('historyClient')} className="whitespace-nowrap">
                {clientName(client)}
              </td>
              <td data-label={t('historyPosition')}>{t(`historyPlace.${position}`)}</td>
              <td data-label={t('historyResult')}>
                {result === 'done' ? (
                  cause && t(number === 1 ? 'historyFirst' : `cause.${cause}`)
                ) : (
                  <span className="text-error">{t(`historyFailure.${result}`)}</span>
                )}
              </td>
              <td data-label={t('historyNodes')} className="whitespace-nowrap">
                {result === 'done' && t('holds', { nodes, skipped })}
              </td>
              <td data-label={t('historyActions')}>
                {output ? (
                  <span className="flex gap-1">
                    <Button size="small" icon="history" onClick={() => setOpen(output)}>
                      {t('historyOpen')}
                    </Button>
                    <CopyButton iconOnly size="small" label={t('historyCopy')} text={() => urlOf(output)} />
                  </span>
                ) : (
                  <span className="text-muted">{t('historyGone')}</span>
                )}
              </td>
            </tr>
          )
        })}
      </Table>
      <div className="mt-2 flex flex-wrap gap-2">
        {rows.length > shown && (
          <Button size="small" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            {t('moreVersions', { count: rows.length - shown })}
          </Button>
        )}
        <Button size="small" disabled={isBusy} onClick={() => setClearing(true)}>
          {t('historyClear')}
        </Button>
      </div>
      {failure && <FormFailure failure={failure} />}
      {isClearing && (
        <ConfirmDialog
          title={t('historyClear')}
          text={t('historyClearText')}
          confirm={t('historyClear')}
          danger
          onConfirm={() => void clear()}
          onClose={() => setClearing(false)}
        />
      )}
      {open && (
        <HistoryDialog
          name={open.name}
          output={open}
          onRestored={(next) => {
            setOpen(next)
            loaded.reload()
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

/** The address that the first device asks. */
async function urlOf({ id, addresses }: Output): Promise<string> {
  const [first] = addresses
  if (!first) throw new Error('It has no address')
  const params = { output: id, address: first.id }
  return (await call('GET /api/outputs/:output/addresses/:address', { params, quiet: true })).url
}

const NONE: readonly Download[] = []

const isStored = (download: Download): download is StoragePublication => download.storage !== undefined
const isGit = (download: Download): download is GitPublication => download.git !== undefined

function Downloaded({ loaded, wanted }: Listed<Download>) {
  const t = useTranslations('subscribe')
  const clientName = useClientName()
  const format = useFormatter()
  const all = (loaded.data ?? NONE).filter((download) => placeOfDownload(download) === 'device')
  const rows = all.filter(({ file, client }) => fits(wanted, file, clientName(client)))
  if (rows.length === 0 && (loaded.isLoading || all.length > 0))
    return <p className="card p-4 text-muted">{t(loaded.isLoading ? 'loading' : 'historyNothing')}</p>
  if (rows.length === 0) return <NoRows icon="download" text={t('downloadsEmpty')} />
  return (
    <>
      <Table
        caption={t('place.device')}
        className="table-stacked table-pairs [&_td]:align-middle"
        columns={[
          { id: 'at', label: t('historyAt') },
          { id: 'file', label: t('historyFile') },
          { id: 'client', label: t('historyClient') },
          { id: 'nodes', label: t('historyNodes') },
        ]}
      >
        {rows.map(({ id, at, file, client, nodes, skipped }) => (
          <tr key={id} data-testid="download-row">
            <td data-label={t('historyAt')} className="min-w-32">
              {format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })}
            </td>
            <td data-label={t('historyFile')}>{file}</td>
            <td data-label={t('historyClient')} className="whitespace-nowrap">
              {clientName(client)}
            </td>
            <td data-label={t('historyNodes')} className="whitespace-nowrap">
              {t('holds', { nodes, skipped })}
            </td>
          </tr>
        ))}
      </Table>
      <Button
        size="small"
        className="mt-2"
        onClick={() => void clearDownloads('device').then(loaded.reload, () => undefined)}
      >
        {t('downloadsClear')}
      </Button>
    </>
  )
}
