import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppConfig } from '../../lib/app-config.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { BrowserFetchFailure } from '../../workers/fetch-worker.ts'
import { hostOf, isPlainHttp } from '../engine/host-of.ts'
import type { RelayDialog as Relay } from './relay-dialog.tsx'

const RelayDialog = lazyPart(() => import('./relay-dialog.tsx').then(({ RelayDialog }) => RelayDialog))
const PasteDialog = lazyPart(() => import('./paste-dialog.tsx').then(({ PasteDialog }) => PasteDialog))

type Why = BrowserFetchFailure | 'empty'

/** Whether asking once more may help. */
const MAY_PASS: Readonly<Record<Why, boolean>> = {
  address: false, 'not-https': false, refused: true, unreachable: true, redirected: true, timeout: true,
  'too-large': true, 'bad-archive': true, 'bad-status': true, 'not-a-subscription': true, empty: true,
} // oxfmt-ignore

interface Props {
  url: string
  /** Absent: nothing was asked for yet. */
  error?: Why | undefined
  httpStatus?: number | undefined
  /** What was read before is there. */
  isStillUsed?: boolean
  /** The client downloads it itself; absent where nothing is written for a client. */
  onRefer?: () => void
  onRelayed: Parameters<typeof Relay>[0]['onText']
  onPasted: (text: string) => void
  onRetry: () => void
}

/** Why an address could not be read, and the ways that are left: the client, the server, or a paste. */
export function FetchRefused({ url, error, httpStatus = 0, isStillUsed = false, ...ways }: Props) {
  const t = useTranslations('fetching')
  const { relays } = useAppConfig()
  const isOnline = useOnline()
  const [dialog, setDialog] = useState<'relay' | 'paste'>()
  const host = hostOf(url)
  // Nothing was sent to such an address, and nothing would be.
  const isPlain = isPlainHttp(url)
  const why: Why = isPlain ? 'not-https' : (error ?? 'refused')
  const mayPass = MAY_PASS[why]
  const close = () => setDialog(undefined)
  return (
    <div
      role={isPlain ? 'status' : 'alert'}
      className="mt-1 rounded-md border border-line-strong bg-sunken p-2 text-sm"
      data-testid="fetch-refused"
    >
      <p className={`flex items-start gap-2 ${isPlain ? '' : 'text-error'}`}>
        <Icon name={isPlain ? 'info' : 'circle-alert'} className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          {t(`error.${why}`, { host, status: String(httpStatus), why: whyRefused(httpStatus) })}
          {isStillUsed && ` ${t('stillUsed')}`}
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {ways.onRefer && (
          <Button size="small" onClick={ways.onRefer}>
            {t('asProvider')}
          </Button>
        )}
        {relays && (
          <Button size="small" disabled={!isOnline} onClick={() => setDialog('relay')}>
            {t('relay')}
          </Button>
        )}
        <Button size="small" onClick={() => setDialog('paste')}>
          {t('pasteContent')}
        </Button>
        {mayPass && (
          <Button size="small" look="ghost" disabled={!isOnline} onClick={ways.onRetry}>
            {t('retry')}
          </Button>
        )}
      </div>
      {!isOnline && mayPass && <p className="mt-1 text-xs text-muted">{t('offline')}</p>}
      <Suspense>
        {dialog === 'relay' && <RelayDialog url={url} onText={ways.onRelayed} onClose={close} />}
        {dialog === 'paste' && <PasteDialog onText={ways.onPasted} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** What a status means to a person, where it has a meaning of its own. */
function whyRefused(status: number): 'token' | 'gone' | 'often' | 'server' | 'other' {
  if (status === 401 || status === 403) return 'token'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429) return 'often'
  return status >= 500 ? 'server' : 'other'
}
