import { AD_CODE_MAX } from '@switchyard/contract/ad-facts'
import { useId, useRef, useState, type FormEvent } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import type { Locale } from '../../lib/locale.ts'
import { messagesOf } from '../../lib/messages.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormFailure } from '../api-call/form-failure.tsx'
import { useSubmit } from '../api-call/use-submit.ts'
import { hideAds } from './ads.ts'

interface Props {
  locale: Locale
  onClose: () => void
}

/** Asks for a code of the operator, which hides ads in this browser. */
export function AdCodeDialog(props: Props) {
  // The page below was drawn before these words were there.
  return (
    <IntlProvider locale={props.locale} messages={messagesOf(props.locale)}>
      <OpenDialog {...props} />
    </IntlProvider>
  )
}

function OpenDialog({ onClose }: Props) {
  const t = useTranslations('adCode')
  const ui = useTranslations('ui')
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const { isBusy, failure, submit, clear } = useSubmit()
  const isWrong = failure?.code === 'wrong-ad-code'

  const enter = async (event: FormEvent) => {
    event.preventDefault()
    const body = { code: code.trim() }
    if (body.code === '') return
    if (!(await submit(() => call('POST /api/ads/code', { body, quiet: true })))) return field.current?.focus()
    onClose()
    hideAds()
    showToast({ kind: 'success', text: t('done') })
  }

  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      onClose={onClose}
      data-testid="ad-code"
      footer={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button look="solid" type="submit" form={formId} disabled={isBusy || code.trim() === ''}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-3" onSubmit={(event) => void enter(event)}>
        {!isWrong && <FormFailure failure={failure} />}
        <Field label={t('code')} hint={t('hint')} error={isWrong && failure.text}>
          {(control) => (
            <Input
              {...control}
              ref={field}
              data-autofocus
              value={code}
              maxLength={AD_CODE_MAX}
              autoCapitalize="off"
              onChange={(event) => {
                setCode(event.target.value)
                clear()
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
