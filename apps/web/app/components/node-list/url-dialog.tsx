import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../lib/use-online.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import type { Recipe } from '@switchyard/recipe/model'
import { newSource } from './add-files.ts'
import { hostOf, isPlainHttp, isWebAddress } from '../engine/host-of.ts'
import type { RecipeSession } from './recipe-session.ts'

interface Props {
  session: Pick<RecipeSession<Recipe>, 'change' | 'fetch'>
  /** Something is written for a client, which may download the address itself. */
  canRefer?: boolean
  onClose: () => void
}

/** Adds the address of a subscription; its button is what sends the first request. */
export function UrlDialog({ session, canRefer = false, onClose }: Props) {
  const t = useTranslations('nodeList.address')
  const tf = useTranslations('fetching')
  const isOnline = useOnline()
  const [url, setUrl] = useState('')
  const [isBad, setBad] = useState(false)
  const isPlain = isPlainHttp(url.trim())

  const add = (asProvider: boolean) => {
    const address = url.trim()
    if (!isWebAddress(address)) return setBad(true)
    const source = { ...newSource('url', hostOf(address)), url: address, asProvider }
    session.change((model) => ({ ...model, sources: [...model.sources, source] }))
    onClose()
    if (!asProvider && !isPlain) void session.fetch(source.id)
  }

  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      dirty={url.trim() !== ''}
      onClose={onClose}
      footer={
        <>
          {canRefer && <Button onClick={() => add(true)}>{tf('asProvider')}</Button>}
          <Button look="solid" disabled={!isOnline && !isPlain} onClick={() => add(false)}>
            {t(isPlain ? 'addOnly' : 'add')}
          </Button>
        </>
      }
    >
      <Field
        label={t('label')}
        hint={isPlain ? t('plain') : isOnline ? t('hint') : t('offline')}
        error={isBad && t('bad')}
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
