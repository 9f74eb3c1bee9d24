import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { useStore } from '../../lib/store.ts'
import { useMedia } from '../../lib/use-media.ts'
import {
  changeUiSettings,
  SIDEBAR_WIDTH,
  uiSettings,
  type UiSettings,
} from '../../components/kept-settings/ui-settings.ts'
import { PAGE_WORDS, titleOf } from '../../page-words.ts'
import { FAVOURITES, TOOLS_BY_CATEGORY } from '../../pages.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Splitter } from '../../ui/splitter.tsx'
import { foldedTooltip } from '../../ui/tooltip.tsx'
import { productIn } from './head.tsx'
import { Logo } from './logo.tsx'
import { PageLink } from './nav-link.tsx'
import { OwnOutputs } from './own-outputs.tsx'
import { addressOf } from './places.ts'

const NONE: UiSettings = {}
// The widths of the rules in sidebar.css.
const TIGHT = '(width < 1280px)'
const TIGHT_BESIDE_WIDE = '(width < 1440px)'

interface Props {
  locale: Locale
  /** The page starts without the names of the sidebar where both would be narrow. */
  besideWide: boolean
}

/** Every screen there is, by category. It is folded to its icons by choice, and in a narrow window. */
export function Sidebar({ locale, besideWide }: Props) {
  const t = useTranslations('shell')
  const { sidebar, sidebarWidth = SIDEBAR_WIDTH.initial } = useStore(uiSettings, NONE)
  const isTight = useMedia(besideWide ? TIGHT_BESIDE_WIDE : TIGHT)
  const folded = sidebar === undefined ? isTight : sidebar === 'icons'
  return (
    <aside id="sidebar" className="sidebar">
      <PageLink to={localizedPath(locale, '/')} end className="sidebar-brand" aria-label={productIn(locale)}>
        <Logo />
        <span className="sidebar-word">{productIn(locale)}</span>
      </PageLink>
      <div className="flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto p-2">
        <ScreenList locale={locale} />
        <div className="mt-auto pt-4">
          <SettingsEntry locale={locale} />
          <HelpEntry locale={locale} />
          <button
            type="button"
            className="sidebar-entry max-lg:hidden"
            aria-expanded={!folded}
            aria-controls="sidebar"
            {...foldedTooltip(t('unfold'), '[')}
            onClick={() => changeUiSettings({ sidebar: folded ? 'open' : 'icons' })}
          >
            <Icon name={folded ? 'panel-left-open' : 'panel-left-close'} />
            <span className="sidebar-word">{t('fold')}</span>
          </button>
        </div>
      </div>
      {!folded && (
        <Splitter
          label={t('sidebarWidth')}
          controls="sidebar"
          size={sidebarWidth}
          {...SIDEBAR_WIDTH}
          onChange={(sidebarWidth) => changeUiSettings({ sidebarWidth })}
        />
      )}
    </aside>
  )
}

/** The key does what the button does. */
export function toggleSidebar(): void {
  document.querySelector<HTMLElement>('#sidebar [aria-controls=sidebar][aria-expanded]')?.click()
}

/** The list of screens, by category. */
export function ScreenList({ locale }: { locale: Locale }) {
  const t = useTranslations('app')
  return (
    <nav aria-label={t('navigation')} className="flex flex-col gap-4">
      <ul>
        <Entry to={localizedPath(locale, '/')} icon="house" word={t('home')} end />
        <Entry to={addressOf(locale, FAVOURITES)} icon={FAVOURITES.icon} word={titleOf(locale, FAVOURITES)} />
      </ul>
      {TOOLS_BY_CATEGORY.map(({ category, tools }) => (
        <section key={category}>
          <h2 className="sidebar-group">{PAGE_WORDS[locale].categories[category]}</h2>
          <ul>
            {tools.map((tool) => (
              <Entry key={tool.name} to={addressOf(locale, tool)} icon={tool.icon} word={titleOf(locale, tool)}>
                {tool.holdsOutputs && <OwnOutputs locale={locale} />}
              </Entry>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Not among the screens: it stands at the end, where it is always found. */
export function SettingsEntry({ locale }: { locale: Locale }) {
  const t = useTranslations('app')
  return (
    <PageLink to={localizedPath(locale, '/settings')} className="sidebar-entry" {...foldedTooltip(t('settings'))}>
      <Icon name="settings" />
      <span className="sidebar-word">{t('settings')}</span>
    </PageLink>
  )
}

/** What is read about the product; the list of keys stands there, too. */
export function HelpEntry({ locale }: { locale: Locale }) {
  const t = useTranslations('shell')
  return (
    <PageLink to={localizedPath(locale, '/c/help')} className="sidebar-entry" {...foldedTooltip(t('help'))}>
      <Icon name="circle-help" />
      <span className="sidebar-word">{t('help')}</span>
    </PageLink>
  )
}

interface EntryProps {
  to: string
  icon: IconName
  word: string
  end?: boolean
  children?: ReactNode
}

function Entry({ to, icon, word, end = false, children }: EntryProps) {
  return (
    <li>
      <PageLink to={to} end={end} className="sidebar-entry" {...foldedTooltip(word)}>
        <Icon name={icon} />
        <span className="sidebar-word">{word}</span>
      </PageLink>
      {children}
    </li>
  )
}
