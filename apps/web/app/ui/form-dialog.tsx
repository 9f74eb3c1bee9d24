import { useId, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  title: ReactNode
  size?: 'small' | 'medium'
  /** A small question: it stays a card on a phone too. */
  alert?: boolean
  /** Something typed would be lost: closing asks first. */
  dirty?: boolean
  /** It takes something away. */
  danger?: boolean
  /** On the button that does it. */
  apply: string
  /** Whether it can be done with what is typed. */
  canApply: boolean
  /** Does it; the dialog closes by itself. */
  onApply: () => void
  onClose: () => void
  /** Another way out, at the beginning of the foot. */
  besides?: ReactNode
  children: ReactNode
  'data-testid'?: string
}

/** A dialog that asks for something and does it: by its button, or by Enter in any of its fields. */
export function FormDialog(props: Props) {
  const { apply, canApply, onApply, onClose, besides, danger = false, children, size = 'small', ...dialog } = props
  const t = useTranslations('ui')
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canApply) return
    onApply()
    onClose()
  }
  return (
    <Dialog
      open
      size={size}
      onClose={onClose}
      {...dialog}
      footer={
        <>
          {besides}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look={danger ? 'danger' : 'solid'} type="submit" form={formId} disabled={!canApply}>
            {apply}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-3" onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  )
}
