import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { colorMode } from '../../lib/color-mode.ts'
import { LOCALE_LABELS, localizedPath, wordsIn } from '../../lib/locale.ts'
import { requestLog, type RequestLogEntry } from '../../lib/request-log.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { PAGES, type Page } from '../../pages.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { SearchField } from '../../ui/search-input.tsx'

const SUBPAGES = PAGES.filter(({ path }) => path.startsWith('/settings/'))
const ICONS: Record<string, IconName> = {
  'settings-appearance': 'palette',
  'settings-data': 'database',
  'settings-people': 'users',
  'settings-subscribe-position': 'map-pin',
  'settings-subscribe-history': 'history',
  'settings-logs': 'scroll-text',
}
const NONE: readonly RequestLogEntry[] = []

/** The ways into the settings, each with how it stands. */
export function SettingsHome() {
  const t = useTranslations('settings')
  const locale = useRouteLocale()
  const states = useStates()
  const [wanted, setWanted] = useState('')
  const isOwner = useStore(session, undefined)?.user?.role === 'owner'
  const found = SUBPAGES.filter(({ ownerOnly }) => !ownerOnly || isOwner).filter((page) =>
    wordsOf(page).includes(wanted.trim().toLowerCase()),
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
        {found.map(({ name, path, title, description }) => (
          <li key={path}>
            <Link
              to={localizedPath(locale, path)}
              className="flex items-center gap-4 p-4 -outline-offset-2! hover:bg-hover max-sm:py-3"
            >
              <span className="grid size-10 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-muted">
                <Icon name={ICONS[name] ?? 'settings'} className="size-5" />
              </span>
              {/* On a phone there is room for one thing below the title: how it stands, or else what it is. */}
              <span className="grid min-w-0 flex-1 items-center sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
                <span className="font-semibold">{wordsIn(locale, title)}</span>
                {states[name] && <span className="text-muted sm:row-span-2 sm:text-end">{states[name]}</span>}
                <span className={`text-pretty text-muted sm:col-start-1 ${states[name] ? 'max-sm:hidden' : ''}`}>
                  {wordsIn(locale, description)}
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

/** What a page of settings is found by: its words in every language. */
function wordsOf({ title, description }: Page): string {
  return [...Object.values(title), ...Object.values(description)].join(' ').toLowerCase()
}

function useStates(): Record<string, string> {
  const t = useTranslations()
  const locale = useRouteLocale()
  const mode = useStore(colorMode, 'system')
  const entries = useStore(requestLog, NONE)
  return {
    'settings-appearance': `${LOCALE_LABELS[locale]} · ${t(`app.colorMode.${mode}`)}`,
    'settings-logs': t('settings.logCount', { count: entries.length }),
  }
}
