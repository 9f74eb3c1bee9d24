import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { localizedPath, wordsIn, type Locale } from '../../lib/locale.ts'
import { CATEGORIES, TOOLS, type Category } from '../../tools.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { PageLink } from './nav-link.tsx'
import { Places, SettingsEntry } from './sidebar.tsx'

// The first screen of each of these has a place in the bar, when there is one.
const IN_BAR: readonly Category[] = ['convert', 'nodes', 'files']

const SHOWN = IN_BAR.map((category) => TOOLS.find((tool) => tool.category === category)).filter(
  (tool) => tool !== undefined,
)

/** The way around on a phone: the main screens, and everything else under "More". */
export function BottomBar({ locale, onHelp }: { locale: Locale; onHelp: () => void }) {
  const t = useTranslations()
  const [more, setMore] = useState(false)
  const places: { path: string; icon: IconName; word: string; end?: boolean }[] = [
    { path: '/', icon: 'house', word: t('app.home'), end: true },
    ...SHOWN.map(({ slug, icon, category }) => ({
      path: `/${slug}`,
      icon,
      word: wordsIn(locale, CATEGORIES[category]),
    })),
  ]
  return (
    <>
      <nav aria-label={t('shell.mainScreens')} className="bottom-bar" data-below-dialogs>
        {places.map(({ path, icon, word, end = false }) => (
          <PageLink key={path} to={localizedPath(locale, path)} end={end} className="bottom-bar-entry">
            <Icon name={icon} className="size-5" />
            <span className="max-w-full truncate px-1">{word}</span>
          </PageLink>
        ))}
        <button type="button" aria-haspopup="dialog" className="bottom-bar-entry" onClick={() => setMore(true)}>
          <Icon name="menu" className="size-5" />
          <span>{t('shell.more')}</span>
        </button>
      </nav>
      <Dialog open={more} onClose={() => setMore(false)} title={t('shell.more')}>
        <Places locale={locale} onGo={() => setMore(false)} />
        <div className="mt-4 border-t border-line pt-4" onClick={() => setMore(false)}>
          <SettingsEntry locale={locale} />
          <button type="button" className="sidebar-entry" onClick={onHelp}>
            <Icon name="circle-help" />
            <span className="sidebar-word">{t('shell.help')}</span>
          </button>
          <PageLink to={localizedPath(locale, '/terms')} className="sidebar-entry">
            <Icon name="file-text" />
            <span className="sidebar-word">{t('app.terms')}</span>
          </PageLink>
          <PageLink to={localizedPath(locale, '/privacy')} className="sidebar-entry">
            <Icon name="shield-check" />
            <span className="sidebar-word">{t('app.privacy')}</span>
          </PageLink>
        </div>
      </Dialog>
    </>
  )
}
