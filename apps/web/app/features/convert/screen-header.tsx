import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { InTopBar } from '../../ui/top-bar-slot.tsx'
import { useHistoryState, useSession } from './session/use-convert.ts'

interface Props {
  areOptionsShown: boolean
  onOptions: () => void
  /** Absent where it stands beside the result. */
  menu: readonly MenuEntry[] | undefined
  /** Nothing is shown that cannot be pressed. */
  isEmpty: boolean
  /** What became of the entries needs the whole line: what undoes stands in the bar above. */
  isTrackAlone: boolean
  /** What became of the entries; absent while there are none. */
  children: ReactNode
}

/** Privacy of the screen, what became of all entries, and what is done with the whole of it. */
export function ScreenHeader({ areOptionsShown, onOptions, menu, isEmpty, isTrackAlone, children }: Props) {
  const t = useTranslations('convert')
  const steps = <HistoryButtons isEmpty={isEmpty} />
  return (
    <header
      className={`flex shrink-0 items-center gap-1 border-b border-line px-3 py-1.5 max-sm:pr-2 max-sm:py-1 ${children ? 'max-sm:pl-2' : 'max-sm:pl-4'}`}
    >
      <h1 className="sr-only">{t('title')}</h1>
      {/* On a phone the numbers need the room: it stands below the list. */}
      <PrivacyLine isShort={Boolean(children)} className={children ? 'max-sm:hidden' : ''} />
      <div className="flex min-w-0 flex-1">{children}</div>
      {isTrackAlone ? <InTopBar place="start">{steps}</InTopBar> : steps}
      <Button
        icon="settings"
        className="aria-expanded:border-primary aria-expanded:bg-selected max-sm:hidden"
        aria-expanded={areOptionsShown}
        data-opens="options"
        data-testid="options-open"
        onClick={onOptions}
      >
        <span className="max-md:sr-only">{t('options')}</span>
      </Button>
      {menu && (
        <Menu
          label={t('more')}
          align="end"
          trigger={<IconButton icon="ellipsis" label={t('more')} data-testid="convert-more" />}
          items={menu}
        />
      )}
    </header>
  )
}

function HistoryButtons({ isEmpty }: { isEmpty: boolean }) {
  const t = useTranslations('convert')
  const session = useSession()
  const { canUndo, canRedo } = useHistoryState()
  return (
    <>
      {(!isEmpty || canUndo) && (
        <IconButton
          icon="undo-2"
          label={t('undo')}
          keys="mod+z"
          disabled={!canUndo}
          data-testid="action-undo"
          onClick={() => session.undo()}
        />
      )}
      {(!isEmpty || canRedo) && (
        <IconButton
          icon="redo-2"
          label={t('redo')}
          keys="mod+shift+z"
          disabled={!canRedo}
          data-testid="action-redo"
          className={canRedo ? '' : 'max-md:hidden'}
          onClick={() => session.redo()}
        />
      )}
    </>
  )
}

/** Where what is pasted goes: nowhere. */
export function PrivacyLine({ isShort, className = '' }: { isShort: boolean; className?: string }) {
  const t = useTranslations('convert')
  const locale = useRouteLocale()
  return (
    <Link
      to={localizedPath(locale, '/privacy')}
      className={`inline-flex min-h-(--target) min-w-(--target) items-center gap-1.5 text-xs leading-4 text-muted hover:text-fg ${isShort ? 'shrink-0 sm:max-lg:justify-center' : ''} ${className}`}
      {...(isShort ? tooltip(t('privacy')) : {})}
    >
      <Icon name="lock" className="size-3.5" />
      <span
        className={`underline decoration-line-strong underline-offset-4 ${isShort ? 'sm:max-lg:sr-only' : 'max-sm:hidden'}`}
      >
        {t(isShort ? 'privacyShort' : 'privacy')}
      </span>
      {!isShort && (
        <span className="underline decoration-line-strong underline-offset-4 sm:hidden">{t('privacyShort')}</span>
      )}
    </Link>
  )
}
