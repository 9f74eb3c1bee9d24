import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fetchText } from '../../../components/engine/fetch-client.ts'
import { hostOf, isPlainHttp, isWebAddress } from '../../../components/engine/host-of.ts'
import { FetchRefused } from '../../../components/fetching/fetch-refused.tsx'
import { useOnline } from '../../../lib/use-online.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import type { BrowserFetchFailure } from '../../../workers/fetch-worker.ts'

interface Props {
  onText: (url: string, text: string) => void
  onClose: () => void
}

interface Refused {
  url: string
  error: BrowserFetchFailure | 'empty'
  status?: number | undefined
}

/** Opens what an address says; its button is what sends the first request. What the browser may not read, the server may, or a paste. */
export function AddressDialog({ onText, onClose }: Props) {
  const t = useTranslations('configBench.address')
  const tf = useTranslations('fetching')
  const tu = useTranslations('ui')
  const isOnline = useOnline()
  const [url, setUrl] = useState('')
  const [isBad, setBad] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const [isFetching, setFetching] = useState(false)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const take = (address: string, text: string) => {
    if (text.trim() === '') return setRefused({ url: address, error: 'empty' })
    onText(address, text)
    onClose()
  }
  const fetch = async () => {
    const address = url.trim()
    if (!isWebAddress(address)) return setBad(true)
    setRefused(undefined)
    if (isPlainHttp(address)) return setRefused({ url: address, error: 'not-https' })
    setFetching(true)
    const request = (stop.current = new AbortController())
    const answer = await fetchText(address, request.signal)
    if (request.signal.aborted) return
    setFetching(false)
    if ('error' in answer) setRefused({ url: address, error: answer.error, status: answer.status })
    else take(address, answer.text)
  }
  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      dirty={url.trim() !== ''}
      onClose={onClose}
      data-testid="bench-address"
      footer={
        <>
          <Button onClick={onClose}>{tu('cancel')}</Button>
          <Button look="solid" disabled={!isOnline || isFetching} onClick={() => void fetch()}>
            {t('open')}
          </Button>
        </>
      }
    >
      <Field label={t('label')} hint={isOnline ? t('hint') : tf('offline')} error={isBad && tf('error.address')}>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            value={url}
            placeholder="https://"
            data-autofocus
            onChange={(event) => {
              setUrl(event.target.value)
              setBad(false)
              setRefused(undefined)
            }}
            onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && isOnline && void fetch()}
          />
        )}
      </Field>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {isFetching && tf('fetchingFrom', { host: hostOf(url.trim()) })}
      </p>
      {refused && (
        <FetchRefused
          url={refused.url}
          error={refused.error}
          httpStatus={refused.status}
          onRelayed={({ text }) => take(refused.url, text)}
          onPasted={(text) => take(refused.url, text)}
          onRetry={() => void fetch()}
        />
      )}
    </Dialog>
  )
}
