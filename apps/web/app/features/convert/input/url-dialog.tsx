import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../../lib/use-online.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { newSource } from './add-files.ts'
import { hostOf, isPlainHttp } from '../../../components/engine/host-of.ts'
import { useSession } from '../session/use-convert.ts'

/** Adds the address of a subscription; its button is what sends the first request. */
export function UrlDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('convert.source')
  const tc = useTranslations('convert')
  const tf = useTranslations('fetching')
  const session = useSession()
  const isOnline = useOnline()
  const [url, setUrl] = useState('')
  const [isBad, setBad] = useState(false)
  const isPlain = isPlainHttp(url.trim())

  const add = (asProvider: boolean) => {
    const address = url.trim()
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return setBad(true)
    const source = { ...newSource('url', hostOf(address)), url: address, asProvider }
    session.change((model) => ({ ...model, sources: [...model.sources, source] }))
    onClose()
    if (!asProvider && !isPlain) void session.fetch(source.id)
  }

  return (
    <Dialog
      open
      size="small"
      title={t('urlTitle')}
      dirty={url.trim() !== ''}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => add(true)}>{tf('asProvider')}</Button>
          <Button look="solid" disabled={!isOnline && !isPlain} onClick={() => add(false)}>
            {t(isPlain ? 'addOnly' : 'add')}
          </Button>
        </>
      }
    >
      <Field
        label={t('urlLabel')}
        hint={isPlain ? t('urlPlain') : isOnline ? t('urlHint') : tc('offline')}
        error={isBad && t('urlBad')}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            value={url}
            placeholder="https://"
            data-testid="url-input"
            onChange={(event) => {
              setUrl(event.target.value)
              setBad(false)
            }}
            onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && isOnline && add(false)}
          />
        )}
      </Field>
    </Dialog>
  )
}
