import { useTranslations } from 'use-intl'
import { useAppConfig } from '../../lib/app-config.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { hostOf } from '../engine/host-of.ts'

interface Props {
  /** Of the API that refuses browsers. */
  base: string
  onAgree: () => void
  onClose: () => void
}

/** Asks once for each host whether its requests, and with them the token, may go through our server. */
export function RelayConsent({ base, onAgree, onClose }: Props) {
  const t = useTranslations('gitAccounts')
  const tu = useTranslations('ui')
  const { relays } = useAppConfig()
  const host = hostOf(base)
  return (
    <Dialog
      open
      size="small"
      title={t('relayTitle', { host })}
      onClose={onClose}
      data-testid="git-relay"
      footer={
        <>
          <Button onClick={onClose}>{tu('cancel')}</Button>
          {relays && (
            <Button
              look="solid"
              onClick={() => {
                onAgree()
                onClose()
              }}
            >
              {t('relayAgree')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{t(relays ? 'relayText' : 'relayOff', { host })}</p>
        {relays && <p className="text-muted">{t('relayKeeps')}</p>}
      </div>
    </Dialog>
  )
}
