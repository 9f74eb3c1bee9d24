import { useId, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useMedia } from '../lib/use-media.ts'
import { IconButton } from './icon-button.tsx'
import { keepFocus, usePanelFocus } from './modal-stack.ts'

interface Props {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** From which width on it stands beside the rest, as a column of 360 pixels. */
  dockedFrom?: string
  /** Selector of what opens it: it has the focus afterwards where nothing had it before. */
  openers?: string
  /** A button beside the cross. */
  action?: ReactNode
  /** Stands below what scrolls while the panel is a sheet. */
  footer?: ReactNode
  /** What it holds fills it to the edges and scrolls by itself. */
  flush?: boolean
  children: ReactNode
  'data-testid'?: string
}

/**
 * A panel that takes the room of what it stands in and leaves the rest usable, or stands beside it where there is room. In narrow
 * windows it is a sheet at the right edge, as high as the screen. On a phone it covers the screen.
 */
export function SlideOver({ open, ...rest }: Props) {
  return open ? <SlideOverPanel {...rest} /> : null
}

type Place = 'sheet' | 'over' | 'docked'

const PLACE_CLASSES: Record<Place, string> = {
  sheet: 'slide-over-sheet',
  over: 'slide-over relative',
  docked: 'slide-over-docked relative',
}

const NARROW = '(width < 1024px)'
const NEVER = 'not all'

function SlideOverPanel({ dockedFrom, ...props }: Omit<Props, 'open'>) {
  const isNarrow = useMedia(NARROW)
  const isWide = useMedia(dockedFrom === undefined ? NEVER : `(width >= ${dockedFrom})`)
  const place = isNarrow ? 'sheet' : isWide ? 'docked' : 'over'
  const panel = <Panel {...props} key={String(isNarrow)} place={place} />
  if (!isNarrow) return panel
  return createPortal(
    <div
      className="slide-over-backdrop"
      data-modal
      onPointerDown={(event) => {
        if (event.target !== event.currentTarget) return
        // Without this the press moves the focus, and it does not go back to the button that opened the panel.
        event.preventDefault()
        props.onClose()
      }}
    >
      {panel}
    </div>,
    document.body,
  )
}

interface PanelProps extends Omit<Props, 'open' | 'dockedFrom'> {
  place: Place
}

function Panel({ onClose, title, action, place, openers, footer, flush = false, children, ...rest }: PanelProps) {
  const t = useTranslations('ui')
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const modal = place === 'sheet'
  usePanelFocus(panel, modal, onClose, openers)
  return (
    <section
      ref={panel}
      role="dialog"
      aria-modal={modal || undefined}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={`slide-over-panel ${PLACE_CLASSES[place]}`}
      onKeyDown={(event) => modal && keepFocus(event.currentTarget, event)}
      {...rest}
    >
      <header className="panel-header">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-base font-semibold">
          {title}
        </h2>
        {action}
        <IconButton icon="x" label={t('close')} onClick={onClose} />
      </header>
      <div className={flush ? 'flex min-h-0 flex-1 flex-col' : 'panel-body'} data-panel-body>
        {children}
      </div>
      {modal && footer && <footer className="panel-footer">{footer}</footer>}
    </section>
  )
}
