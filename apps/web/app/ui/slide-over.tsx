import { useId, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { IconButton } from './icon-button.tsx'
import { keepFocus, usePanelFocus } from './modal-stack.ts'

interface Props {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Selector of what opens it: it has the focus afterwards where nothing had it before. */
  openers?: string
  children: ReactNode
  'data-testid'?: string
}

/** A panel of 420 px at the edge of what it stands in, which stays usable. Narrow windows see only the panel. */
export function SlideOver({ open, ...rest }: Props) {
  return open ? <SlideOverPanel {...rest} /> : null
}

function SlideOverPanel(props: Omit<Props, 'open'>) {
  const narrow = useSyncExternalStore(followWidth, isNarrow, () => false)
  const panel = <Panel {...props} key={String(narrow)} modal={narrow} />
  return narrow ? createPortal(panel, document.body) : panel
}

interface PanelProps extends Omit<Props, 'open'> {
  modal: boolean
}

function Panel({ onClose, title, modal, openers, children, ...rest }: PanelProps) {
  const t = useTranslations('ui')
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  usePanelFocus(panel, modal, onClose, openers)
  return (
    <section
      ref={panel}
      role="dialog"
      aria-modal={modal || undefined}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-modal={modal || undefined}
      className={`slide-over-panel ${modal ? 'fixed inset-0' : 'slide-over absolute'}`}
      onKeyDown={(event) => modal && keepFocus(event.currentTarget, event)}
      {...rest}
    >
      <header className="panel-header">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-base font-semibold">
          {title}
        </h2>
        <IconButton icon="x" label={t('close')} onClick={onClose} />
      </header>
      <div className="panel-body" data-panel-body>
        {children}
      </div>
    </section>
  )
}

const NARROW = '(width < 1024px)'
const isNarrow = () => matchMedia(NARROW).matches

function followWidth(listener: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
