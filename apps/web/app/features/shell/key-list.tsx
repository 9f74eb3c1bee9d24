import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'react-router'
import type { Locale } from '../../lib/locale.ts'
import { localizedPath } from '../../lib/locale.ts'
import { keyGroups, pageActions, type KeyGroup, type PageAction } from '../../lib/page-actions.ts'
import { useStore } from '../../lib/store.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { GO_PLACES } from './places.ts'
import { titleOf } from '../../page-words.ts'

const NONE: readonly PageAction[] = []
const NO_KEYS: readonly KeyGroup[] = []

interface Props {
  locale: Locale
  /** A link in it was followed. */
  onLeave?: () => void
}

interface Shortcut {
  keys: string
  label: string
  /** For what a phone does not have. */
  isDesktop?: boolean
}

interface ShortcutGroup {
  name: string
  rows: readonly Shortcut[]
}

/** A group with more rows is as wide as the dialog: beside the others it would be too high. */
const SHORT = 8
/** Three columns only where the longest names fit on one line. Rows of two lines do not line up. */
const COLUMNS = 'sm:columns-2 lg:columns-3'

/** The keys of this page and of every page. */
export function KeyList({ locale, onLeave }: Props) {
  const t = useTranslations()
  const actions = useStore(pageActions, NONE).filter(({ keys }) => keys)
  const parts = useStore(keyGroups, NO_KEYS)
  const groups: ShortcutGroup[] = [
    { name: t('shell.thisPage'), rows: actions.map(({ keys, label }) => ({ keys: keys!, label })) },
    {
      name: t('shell.goTo'),
      rows: GO_PLACES.map(({ keys, page }) => ({
        keys,
        label: page.name === 'home' ? t('app.home') : titleOf(locale, page),
      })),
    },
    {
      name: t('shell.everywhere'),
      rows: [
        { keys: 'mod+k', label: t('shell.search') },
        { keys: '?', label: t('shell.keys') },
        { keys: '[', label: t('shell.foldOrUnfold'), isDesktop: true },
        { keys: 'escape', label: t('shell.escape') },
      ],
    },
    ...ofParts(parts, actions),
  ].filter(({ rows }) => rows.length > 0)
  const short = groups.filter(({ rows }) => rows.length <= SHORT)
  const long = groups.filter(({ rows }) => rows.length > SHORT)

  return (
    <>
      {/* On a touch screen it is said first that a keyboard is needed. */}
      <p className="mb-4 hidden rounded-md bg-sunken px-3 py-2 text-muted pointer-coarse:block">
        {t('shell.shortcutsTouch')}
      </p>
      {/* Two short lists would leave a third column empty. */}
      <div className={`gap-x-8 ${short.length > 2 ? 'sm:columns-3' : 'sm:columns-2'}`}>
        {short.map((group) => (
          <Group key={group.name} {...group} />
        ))}
      </div>
      {long.map((group) => (
        <Group key={group.name} {...group} isWide />
      ))}
      <footer className="border-t border-line pt-4 text-muted">
        <p>
          {t.rich('shell.shortcutsOff', {
            link: (words) => linkTo(localizedPath(locale, '/settings/appearance'), onLeave, words),
          })}
        </p>
      </footer>
    </>
  )
}

function Group({ name, rows, isWide = false }: ShortcutGroup & { isWide?: boolean }) {
  const t = useTranslations('shell')
  return (
    <section className="break-inside-avoid pb-6">
      <h3 className="mb-1 text-xs font-medium text-muted">{name}</h3>
      {/* A rule stands above each row; the first of every column has its own cut off. */}
      <dl className={`[clip-path:inset(2px_0_0)] ${isWide ? `gap-x-8 ${COLUMNS}` : ''}`}>
        {rows.map(({ keys, label, isDesktop }) => (
          <div
            key={keys}
            className={`flex min-h-9 break-inside-avoid items-center justify-between gap-4 border-t border-line py-1.5 max-sm:min-h-8 ${isDesktop ? 'max-sm:hidden' : ''}`}
          >
            <dt className="min-w-0">{label}</dt>
            <dd>
              <Kbd keys={keys} then={t('then')} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The keys of parts, without those that the page has itself. */
function ofParts(parts: readonly KeyGroup[], actions: readonly PageAction[]): KeyGroup[] {
  const own = new Set(actions.map(({ keys }) => keys))
  return parts.map(({ name, rows }) => ({ name, rows: rows.filter(({ keys }) => !own.has(keys)) }))
}

function linkTo(address: string, onClick: (() => void) | undefined, words: ReactNode): ReactNode {
  return (
    <Link to={address} className="text-link-plain" onClick={onClick}>
      {words}
    </Link>
  )
}
