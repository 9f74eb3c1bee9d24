import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { PublishFormState } from './file-publish-form.tsx'
import type { FilePublished } from './publish-file.ts'

interface AskProps {
  title: string
  /** Of the form that the button sends. */
  formId: string
  state: PublishFormState | undefined
  isDirty: boolean
  onClose: () => void
  children: ReactNode
  'data-testid': string
}

/** The window that publishes a file: its button says whether the file is new. */
export function PublishFrame({ title, formId, state, isDirty, onClose, children, ...dialog }: AskProps) {
  const t = useTranslations('filePublish')
  return (
    <Dialog
      open
      size="small"
      title={title}
      dirty={isDirty}
      onClose={onClose}
      {...dialog}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="solid" type="submit" form={formId} disabled={!state?.canPublish || state.isBusy}>
            {t(state?.isBusy ? 'publishing' : state?.isUpdate ? 'update' : 'publish')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">{children}</div>
    </Dialog>
  )
}

interface DoneProps {
  outcome: FilePublished
  /** The way to what was published. */
  link: ReactNode
  onClose: () => void
  children: ReactNode
  'data-testid': string
}

/** The window that says what was published, with the ways to it and to the history. */
export function PublishedFrame({ outcome, link, onClose, children, ...dialog }: DoneProps) {
  const t = useTranslations('filePublish')
  const locale = useRouteLocale()
  return (
    <Dialog
      open
      size="small"
      title={t(`done.${outcome.kind}`)}
      onClose={onClose}
      {...dialog}
      footer={
        <Button look="solid" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {link}
          <Link to={localizedPath(locale, '/settings/subscribe/history')} className="text-link" onClick={onClose}>
            {t('toHistory')}
          </Link>
        </p>
      </div>
    </Dialog>
  )
}
