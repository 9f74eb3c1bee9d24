import { useId, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { keepFocus, usePanelFocus } from './modal-stack.ts'

const WIDTHS = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-4xl' } as const

interface Props {
  open: boolean
  /** Asked to close: by Esc, the cross, a click beside it. */
  onClose: () => void
  title: ReactNode
  size?: keyof typeof WIDTHS
  /** Something typed would be lost: closing asks first. */
  dirty?: boolean
  /** Buttons at the foot, always in view. */
  footer?: ReactNode
  /** A small question: it has no cross, its buttons are the answers. */
  alert?: boolean
  /** No header, body or footer of ours: the children are all there is, the title is only read out. */
  bare?: boolean
  className?: string
  children: ReactNode
  'data-testid'?: string
}

/** A window over the page; on a phone a sheet at its foot, as high as what it holds. */
export function Dialog({ open, ...rest }: Props) {
  return open ? createPortal(<Panel {...rest} />, document.body) : null
}

function Panel(props: Omit<Props, 'open'>) {
  const { onClose, title, size = 'medium', dirty = false, footer, alert = false, bare = false } = props
  const { className = '', children, 'data-testid': testId } = props
  const t = useTranslations('ui')
  const titleId = useId()
  const bodyId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const leave = () => (dirty ? setAsking(true) : onClose())
  usePanelFocus(panel, true, leave)

  return (
    <div
      className={`dialog-backdrop ${alert ? 'sm:p-4' : 'sm:p-6'}`}
      data-modal
      inert={asking}
      onPointerDown={(event) => event.target === event.currentTarget && leave()}
    >
      <div
        ref={panel}
        role={alert ? 'alertdialog' : 'dialog'}
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={alert && children ? bodyId : undefined}
        tabIndex={-1}
        className={`dialog dialog-sheet ${alert ? 'sm:max-w-md' : WIDTHS[size]} ${className}`}
        onKeyDown={(event) => keepFocus(event.currentTarget, event)}
        data-testid={testId}
      >
        {/* No landmarks: two windows over each other would have two of each. */}
        <div className={bare ? 'sr-only' : 'panel-header'}>
          <h2 id={titleId} className="line-clamp-3 min-w-0 flex-1 text-base leading-6 font-semibold wrap-anywhere">
            {title}
          </h2>
          {!alert && !bare && <IconButton icon="x" label={t('close')} onClick={leave} />}
        </div>
        {bare ? (
          children
        ) : (
          <div id={bodyId} className="panel-body" data-panel-body>
            {children}
          </div>
        )}
        {footer && <div className="panel-footer">{footer}</div>}
      </div>
      {asking && (
        <ConfirmDialog
          title={t('discardTitle')}
          confirm={t('discard')}
          danger
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

interface ConfirmProps {
  title: string
  text?: ReactNode
  /** The verb of the button. */
  confirm: string
  danger?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** One question before what cannot be undone. */
export function ConfirmDialog({ title, text, confirm, danger = false, onConfirm, onClose }: ConfirmProps) {
  const t = useTranslations('ui')
  return (
    <Dialog
      open
      alert
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            look={danger ? 'danger' : 'solid'}
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
