import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { SessionUser } from '@switchyard/contract'
import { useAds } from '../../components/ads/ads.ts'
import { COLOR_MODES, colorMode, setColorMode, type ColorMode } from '../../lib/color-mode.ts'
import { LOCALE_LABELS, LOCALES, type Locale } from '../../lib/locale.ts'
import { newWindow } from '../../lib/new-window.ts'
import { pageActions, type PageAction } from '../../lib/page-actions.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { PAGE_WORDS, titleOf, titlesOf } from '../../page-words.ts'
import { FIXED_ADDRESSES, isListedFor, TOOLS, type Page, type PageName } from '../../pages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { MODE_ICONS } from '../../ui/mode-icons.ts'
import { addressOf, goKeys } from './places.ts'
import { recentPages } from './recent.ts'
import { searchCommands, type Searchable } from './search-commands.ts'
import { useSwitchLocale } from '../../lib/use-switch-locale.ts'

const MAX_RECENT = 5
const NO_ACTIONS: readonly PageAction[] = []

/** One published subscription has an address only with its number. */
type ListedPage = Page & { name: Exclude<PageName, 'subscription'> }

const isListed = (page: Page): page is ListedPage => page.name !== 'subscription'

/** Nobody is led to a page that turns them away. */
function isFor(user: SessionUser | undefined, hasAds: boolean, page: Page): boolean {
  if (!isListedFor(page, { isOwner: user?.role === 'owner', hasAds })) return false
  if (page.name === 'login') return user === undefined
  return page.guard === undefined || user !== undefined
}

const MODE_WORDS: Record<ColorMode, string> = {
  system: 'gsxt gensui xitong 跟随系统 system theme',
  light: 'qs qianse 浅色 light theme',
  dark: 'ss shense 深色 dark theme night',
}

type Group = 'recent' | 'thisPage' | 'everywhere' | 'tools' | 'settings' | 'language' | 'colors'

interface Command extends Searchable {
  id: string
  group: Group
  icon: IconName
  label: string
  note?: string
  keys?: string
  /** A page: it can be opened in a tab of its own. */
  href?: string
  run: () => void
}

interface Props {
  locale: Locale
  onClose: () => void
}

/** Everything one can go to or do, by typing a part of its name in any language. */
export default function Palette({ locale, onClose }: Props) {
  const t = useTranslations('shell')
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const commands = useCommands(locale)
  const found = query.trim() ? searchCommands(commands, query) : withRecent(commands)

  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  const take = (command: Command | undefined, newTab: boolean) => {
    if (!command) return
    onClose()
    if (newTab && command.href) window.open(command.href, '_blank', 'noopener')
    // The page under the dialog has to be alive again before something on it is run.
    else setTimeout(command.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -active, End: found.length - 1 - active }[event.key]
    if (step !== undefined && !((event.key === 'Home' || event.key === 'End') && query)) {
      event.preventDefault()
      setActive((active + step + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      take(found[active], event.ctrlKey || event.metaKey)
    }
  }

  return (
    <Dialog open bare onClose={onClose} title={t('search')} className="palette" data-testid="palette">
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line dark:border-line-strong px-4">
        <Icon name="search" className="size-4 text-muted" />
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
          aria-label={t('search')}
          placeholder={t('searchHint')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={query}
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="target grid min-h-8 min-w-8 place-items-center rounded-md text-muted hover:text-fg"
          onClick={onClose}
        >
          <span className="sr-only">{t('closeSearch')}</span>
          <Icon name="x" className="size-4 sm:hidden" />
          <Kbd keys="escape" className="max-sm:hidden" />
        </button>
      </div>
      <div ref={list} id={listId} role="listbox" aria-label={t('search')} className="palette-list">
        {found.map((command, index) => (
          <div key={command.id} role="presentation">
            {command.group !== found[index - 1]?.group && !query.trim() && (
              <p role="presentation" className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
                {t(`group.${command.group}`)}
              </p>
            )}
            <div
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              data-active={index === active}
              className="popup-item min-h-10 gap-3 max-sm:min-h-11"
              onPointerMove={() => setActive(index)}
              onClick={(event) => take(command, event.ctrlKey || event.metaKey)}
            >
              <Icon name={command.icon} className="size-4 text-muted" />
              <span className="shrink-0">{command.label}</span>
              <span className="min-w-0 flex-1 truncate text-xs text-muted">{command.note}</span>
              {command.keys && <Kbd keys={command.keys} className="max-sm:hidden" />}
              {query.trim() && !command.keys && (
                <span className="text-xs text-muted max-sm:hidden">{t(`group.${command.group}`)}</span>
              )}
            </div>
          </div>
        ))}
        {found.length === 0 && <p className="px-2 py-8 text-center text-muted">{t('nothingFound')}</p>}
      </div>
      <p role="status" className="sr-only">
        {t('found', { count: found.length })}
      </p>
      <footer className="flex h-9 shrink-0 items-center gap-4 border-t border-line dark:border-line-strong px-4 text-xs text-muted max-sm:hidden">
        <span className="flex items-center gap-1.5">
          <Kbd keys="up down" />
          {t('keyMove')}
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd keys="enter" />
          {t('keyTake')}
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd keys="mod+enter" />
          {t('keyNewTab')}
        </span>
      </footer>
    </Dialog>
  )
}

const ofAction = ({ id, label, icon = 'zap', keywords, keys, run }: PageAction): Command => ({
  id: `action-${id}`,
  group: 'thisPage',
  icon,
  label,
  texts: [label, keywords],
  ...(keys ? { keys } : {}),
  run,
})

function useCommands(locale: Locale): Command[] {
  const t = useTranslations()
  const navigate = useNavigate()
  const hasAds = useAds() !== 'none'
  const user = useStore(session, undefined)?.user
  const mode = useStore(colorMode, 'system')
  const switchLocale = useSwitchLocale()
  const actions = useStore(pageActions, NO_ACTIONS)

  const ofPage = (page: ListedPage): Command => {
    const href = addressOf(locale, page)
    const keys = goKeys(page.name)
    return {
      id: page.name,
      group: page.name.startsWith('settings') ? 'settings' : 'tools',
      icon: page.icon,
      label: page.name === 'home' ? t('app.home') : titleOf(locale, page),
      note: t(`page.${page.name}.note`),
      texts: [...Object.values(titlesOf(page)), t(`page.${page.name}.keywords`)],
      href,
      ...(keys ? { keys } : {}),
      run: () => void navigate(href),
    }
  }

  return [
    ...actions.filter(({ disabled }) => !disabled).map(ofAction),
    {
      id: 'new',
      group: 'everywhere',
      icon: 'plus',
      label: t('shell.new'),
      texts: [t('shell.new'), 'xj xinjian 新建 new create'],
      run: () => newWindow.set({}),
    },
    ...FIXED_ADDRESSES.filter(isListed)
      .filter((page) => isFor(user, hasAds, page))
      .map(ofPage)
      .sort((a, b) => placeOf(a) - placeOf(b)),
    ...LOCALES.filter((each) => each !== locale).map((each): Command => ({
      id: `locale-${each}`,
      group: 'language',
      icon: 'languages',
      label: LOCALE_LABELS[each],
      texts: [LOCALE_LABELS[each], PAGE_WORDS[each].language],
      run: () => switchLocale(each),
    })),
    ...COLOR_MODES.filter((each) => each !== mode).map((each): Command => ({
      id: `mode-${each}`,
      group: 'colors',
      icon: MODE_ICONS[each],
      label: t(`app.colorMode.${each}`),
      texts: [t(`app.colorMode.${each}`), MODE_WORDS[each]],
      run: () => setColorMode(each),
    })),
  ]
}

/** Screens first, then the account, then what is only to be read, then settings. */
function placeOf({ id, group }: Command): number {
  if (group === 'settings') return 3
  if (id === 'login' || id === 'profile') return 1
  return id === 'home' || TOOLS.some(({ name }) => name === id) ? 0 : 2
}

/** Nothing typed yet: the pages visited last, then what this page can do, then everything else but the page itself. */
function withRecent(commands: readonly Command[]): Command[] {
  const [shown, ...before] = recentPages()
  const recent = before
    .slice(0, MAX_RECENT)
    .map((name) => commands.find(({ id }) => id === name))
    .filter((command) => command !== undefined)
  const rest = commands.filter((command) => command.id !== shown && !recent.includes(command))
  return [...recent.map((command): Command => Object.assign({}, command, { group: 'recent' as const })), ...rest]
}
