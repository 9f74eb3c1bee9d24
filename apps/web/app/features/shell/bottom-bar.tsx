import { useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { titleOf } from '../../page-words.ts'
import { TOOLS } from '../../pages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { PageLink } from './nav-link.tsx'
import { HelpEntry, ScreenList, SettingsEntry } from './sidebar.tsx'

// Home, these and "More": a fifth is the most that a phone has room for.
const MOST_TOOLS = 3
const IN_BAR = TOOLS.slice(0, MOST_TOOLS)
const ONLY_IN_SHEET = [...TOOLS.slice(MOST_TOOLS).map(({ name }) => name), 'settings', 'c', 'terms', 'privacy']

/** The way around on a phone: the main screens, and all of them under "More". */
export function BottomBar({ locale }: { locale: Locale }) {
  const t = useTranslations()
  const [more, setMore] = useState(false)
  const { pathname } = useLocation()
  const isInSheet = pathname.split('/').some((part) => ONLY_IN_SHEET.includes(part))
  const places: { path: string; icon: IconName; word: string; end?: boolean }[] = [
    { path: '/', icon: 'house', word: t('app.home'), end: true },
    ...IN_BAR.map((tool) => ({ path: tool.path, icon: tool.icon, word: titleOf(locale, tool) })),
  ]
  return (
    <>
      <nav aria-label={t('shell.mainScreens')} className="bottom-bar" data-below-dialogs>
        {places.map(({ path, icon, word, end = false }) => (
          <PageLink key={path} to={localizedPath(locale, path)} end={end} className="bottom-bar-entry">
            <Icon name={icon} className="size-5" />
            <span className="max-w-full truncate">{word}</span>
          </PageLink>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={isInSheet || undefined}
          className="bottom-bar-entry"
          onClick={() => setMore(true)}
        >
          <Icon name="menu" className="size-5" />
          <span>{t('shell.more')}</span>
        </button>
      </nav>
      <Dialog open={more} onClose={() => setMore(false)} title={t('shell.more')}>
        <div className="more-sheet" onClick={() => setMore(false)}>
          <ScreenList locale={locale} />
          <hr className="my-2 border-line" />
          <div className="more-columns">
            <SettingsEntry locale={locale} />
            <HelpEntry locale={locale} />
            <PageLink to={localizedPath(locale, '/terms')} className="sidebar-entry">
              <Icon name="file-text" />
              <span className="sidebar-word">{t('app.terms')}</span>
            </PageLink>
            <PageLink to={localizedPath(locale, '/privacy')} className="sidebar-entry">
              <Icon name="shield-check" />
              <span className="sidebar-word">{t('app.privacy')}</span>
            </PageLink>
          </div>
        </div>
      </Dialog>
    </>
  )
}
