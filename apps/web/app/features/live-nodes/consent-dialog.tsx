import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SENT_FIELDS } from './asked-target.ts'

interface Props {
  vantage: string
  onAgree: () => void
  onClose: () => void
}

/** Asks, before anything is sent, whether the server may be told where nodes stand: field by field what that is. */
export function ConsentDialog({ vantage, onAgree, onClose }: Props) {
  const t = useTranslations('liveNodes.consent')
  const tu = useTranslations('ui')
  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      onClose={onClose}
      data-testid="check-consent"
      footer={
        <>
          <Button onClick={onClose}>{tu('cancel')}</Button>
          <Button look="solid" onClick={onAgree}>
            {t('agree')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{t('who', { place: vantage })}</p>
        <ul className="flex flex-col gap-1">
          {SENT_FIELDS.map((field) => (
            <li key={field} className="flex items-center gap-2">
              <Icon name="check" className="size-4 text-muted" />
              {t(`field.${field}`)}
            </li>
          ))}
        </ul>
        <p className="font-medium">{t('never')}</p>
        <p className="text-sm text-muted">{t('remembered')}</p>
      </div>
    </Dialog>
  )
}
