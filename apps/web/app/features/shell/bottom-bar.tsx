import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { PAGE_WORDS } from '../../page-words.ts'
import { CONVERTER, TOOLS, type Category, type Tool } from '../../pages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { usePage } from './head.tsx'
import { PageLink } from './nav-link.tsx'
import { lastTool, recentPages } from './recent.ts'
import { HelpEntry, ScreenList, SettingsEntry } from './sidebar.tsx'

const FILES = TOOLS.find(({ name }) => name === 'files')!
const IN_BAR: readonly Category[] = ['nodes', 'files']
const ONLY_IN_SHEET = [
  ...TOOLS.filter((tool) => tool !== CONVERTER && !IN_BAR.includes(tool.category)).map(({ name }) => name),
  'settings',
  'c',
  'terms',
  'privacy',
]

/** The way around on a phone: the main screens, and all of them under "More". */
export function BottomBar({ locale }: { locale: Locale }) {
  const t = useTranslations()
  const [more, setMore] = useState(false)
  const { pathname } = useLocation()
  const { categories } = PAGE_WORDS[locale]
  const nodes = useLastTool('nodes')
  const files = useLastTool('files')
  const isInSheet = pathname.split('/').some((part) => ONLY_IN_SHEET.includes(part))
  const places: { path: string; icon: IconName; word: string; end?: boolean }[] = [
    { path: '/', icon: 'house', word: t('app.home'), end: true },
    { path: CONVERTER.path, icon: CONVERTER.icon, word: categories.convert },
    { path: nodes.path, icon: nodes.icon, word: categories.nodes },
    { path: files.path, icon: FILES.icon, word: categories.files },
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

/** The tool of a category that was used last: the server knows none, and draws the first. */
function useLastTool(category: Category): Tool {
  const page = usePage()
  const [last, setLast] = useState(() => lastTool(category, []))
  useEffect(() => setLast(lastTool(category, page ? [page.name, ...recentPages()] : recentPages())), [category, page])
  return last
}
