import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'react-router'
import type { Locale } from '../../lib/locale.ts'
import { localizedPath } from '../../lib/locale.ts'
import { keyGroups, pageActions, type KeyGroup, type PageAction } from '../../lib/page-actions.ts'
import { useStore } from '../../lib/store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { GO_PLACES, titleOf } from './places.ts'

const NONE: readonly PageAction[] = []
const NO_KEYS: readonly KeyGroup[] = []

interface Props {
  locale: Locale
  open: boolean
  onClose: () => void
}

interface Shortcut {
  keys: string
  label: string
  /** For what a phone does not have. */
  isDesktop?: boolean
}

/** Every shortcut there is on this page, and where those of a single key are switched off. */
export function HelpDialog({ locale, open, onClose }: Props) {
  const t = useTranslations()
  const actions = useStore(pageActions, NONE).filter(({ keys }) => keys)
  const parts = useStore(keyGroups, NO_KEYS)
  const groups: { name: string; rows: readonly Shortcut[] }[] = [
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
        { keys: '?', label: t('shell.help') },
        { keys: '[', label: t('shell.foldOrUnfold'), isDesktop: true },
        { keys: 'escape', label: t('shell.escape') },
      ],
    },
    ...parts,
  ].filter(({ rows }) => rows.length > 0)

  return (
    <Dialog open={open} size="large" onClose={onClose} title={t('shell.help')} data-testid="help">
      {/* On a touch screen it is said first that a keyboard is needed. */}
      <p className="mb-4 hidden rounded-md bg-sunken px-3 py-2 text-muted pointer-coarse:block">
        {t('shell.shortcutsTouch')}
      </p>
      {/* Two short lists would leave a third column empty. */}
      <div className={`gap-x-8 ${groups.length > 2 ? 'sm:columns-3' : 'sm:columns-2'}`}>
        {groups.map(({ name, rows }) => (
          <section key={name} className="mb-6 break-inside-avoid">
            <h3 className="mb-1 text-xs font-medium text-muted">{name}</h3>
            <dl>
              {rows.map(({ keys, label, isDesktop }) => (
                <div
                  key={keys}
                  className={`flex min-h-9 items-center max-sm:min-h-8 justify-between gap-4 border-b border-line last:border-0 ${isDesktop ? 'max-sm:hidden' : ''}`}
                >
                  <dt className="min-w-0">{label}</dt>
                  <dd>
                    <Kbd keys={keys} then={t('shell.then')} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <footer className="border-t border-line pt-4 text-muted">
        {t.rich('shell.shortcutsOff', {
          link: (words) => linkTo(localizedPath(locale, '/settings/appearance'), onClose, words),
        })}
      </footer>
    </Dialog>
  )
}

function linkTo(address: string, onClick: () => void, words: ReactNode): ReactNode {
  return (
    <Link to={address} className="text-link-plain" onClick={onClick}>
      {words}
    </Link>
  )
}
