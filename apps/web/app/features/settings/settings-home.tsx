import { GIT_HOSTS } from '@switchyard/git-hosts/facts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { STORAGE_HOST } from '../../components/git-accounts/git-account.ts'
import { useAds } from '../../components/ads/ads.ts'
import { colorMode } from '../../lib/color-mode.ts'
import { LOCALE_LABELS, localizedPath } from '../../lib/locale.ts'
import { requestLog, type RequestLogEntry } from '../../lib/request-log.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { titleOf, titlesOf } from '../../page-words.ts'
import { isListedFor, SETTINGS_PAGES } from '../../pages.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-input.tsx'

const NONE: readonly RequestLogEntry[] = []

/** The ways into the settings, each with how it stands. */
export function SettingsHome() {
  const t = useTranslations('settings')
  const locale = useRouteLocale()
  const states = useStates()
  const [wanted, setWanted] = useState('')
  const isOwner = useStore(session, undefined)?.user?.role === 'owner'
  const hasAds = useAds() !== 'none'
  const described = useTranslations('page')
  const found = SETTINGS_PAGES.filter((page) => isListedFor(page, { isOwner, hasAds })).filter((page) =>
    [...Object.values(titlesOf(page)), described(`${page.name}.description`)]
      .join(' ')
      .toLowerCase()
      .includes(wanted.trim().toLowerCase()),
  )
  return (
    <>
      <SearchField className="mb-3 sm:max-w-64" label={t('search')} value={wanted} onChange={setWanted} />
      {found.length === 0 && (
        <div className="card">
          <EmptyState icon="search" text={t('searchNothing')}>
            <Button onClick={() => setWanted('')}>{t('searchClear')}</Button>
          </EmptyState>
        </div>
      )}
      <ul className="card divide-y divide-line overflow-hidden empty:hidden">
        {found.map((page) => (
          <li key={page.path}>
            <Link
              to={localizedPath(locale, page.path)}
              className="flex items-center gap-4 p-4 -outline-offset-2! hover:bg-hover max-sm:py-3"
            >
              <span className="grid size-10 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-muted">
                <Icon name={page.icon} className="size-5" />
              </span>
              {/* On a phone there is room for one thing below the title: how it stands, or else what it is. */}
              <span className="grid min-w-0 flex-1 items-center sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
                <span className="font-semibold">{titleOf(locale, page)}</span>
                {states[page.name] && <span className="text-muted sm:row-span-2 sm:text-end">{states[page.name]}</span>}
                <span className={`text-pretty text-muted sm:col-start-1 ${states[page.name] ? 'max-sm:hidden' : ''}`}>
                  {described(`${page.name}.description`)}
                </span>
              </span>
              <Icon name="chevron-right" className="size-4 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function useStates(): Record<string, string> {
  const t = useTranslations()
  const locale = useRouteLocale()
  const mode = useStore(colorMode, 'system')
  const entries = useStore(requestLog, NONE)
  const ads = useAds()
  const accounts = useLoaded('git.accounts', knownAccounts).data
  const isSignedIn = useStore(session, undefined)?.user !== undefined
  const connected = GIT_HOSTS.map(({ id }) => {
    const count = accounts?.filter(({ host }) => host === id).length
    return [`settings-${id}`, count === undefined ? '' : t('gitAccounts.connectedCount', { count })]
  })
  const storages = accounts && accounts.filter(({ host }) => host === STORAGE_HOST).length + (isSignedIn ? 1 : 0)
  return {
    ...Object.fromEntries(connected),
    'settings-appearance': `${LOCALE_LABELS[locale]} · ${t(`app.colorMode.${mode}`)}`,
    'settings-storage': storages === undefined ? '' : t('storage.connectedCount', { count: storages }),
    ...(ads === 'none' ? {} : { 'settings-ads': t(`settings.adsState.${ads}`) }),
    'settings-logs': t('settings.logCount', { count: entries.length }),
  }
}

/** What speaks to hosts is loaded after the page stands. */
async function knownAccounts() {
  const { gitAccounts, loadGitAccounts } = await import('../../components/git-accounts/browser-git-accounts.ts')
  const { allAccounts } = await import('../../components/git-accounts/git-accounts.ts')
  await loadGitAccounts().catch(() => undefined)
  const known = gitAccounts.state.get()
  return known ? allAccounts(known) : []
}
