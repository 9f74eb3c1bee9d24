import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import { useSubmit } from '../api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormFailure } from '../api-call/form-failure.tsx'
import { PasswordField } from './password-field.tsx'

interface Props {
  token: string
  onDone: () => void
  onForgotten: () => void
}

/** What a link in a mail leads to: it says that the address is this person's. A new account asks for its password too. */
export function ConfirmEmail({ token, onDone, onForgotten }: Props) {
  const t = useTranslations('account')
  const { failure, isBusy, submit } = useSubmit()
  const [isDone, setDone] = useState(false)
  const [password, setPassword] = useState('')
  const [isPasswordSent, setPasswordSent] = useState(false)
  const isSent = useRef(false)
  const confirm = (more: { password?: string }) =>
    submit(() => call('POST /api/auth/confirm-email', { body: { token, ...more }, quiet: true })).then(setDone)
  const send = useEffectEvent(() => {
    if (isSent.current) return
    isSent.current = true
    void confirm({})
  })
  useEffect(() => send(), [])

  const isRefused = failure?.code === 'wrong-credentials'
  if (isRefused || (isPasswordSent && isBusy))
    return (
      <form
        noValidate
        className="sign-in-form"
        onSubmit={(event) => {
          event.preventDefault()
          setPasswordSent(true)
          void confirm({ password })
        }}
      >
        <p>{t('confirmPassword')}</p>
        <FormFailure failure={isPasswordSent && isRefused ? { text: t('confirmWrong') } : undefined} />
        <PasswordField label={t('password')} value={password} onChange={setPassword} />
        <Button look="solid" size="large" type="submit" disabled={isBusy || password === ''} className="justify-center">
          {t('confirmAddress')}
        </Button>
        <p className="text-sm text-muted">{t('confirmStranger')}</p>
        <button type="button" className="target text-link-plain self-center text-sm" onClick={onForgotten}>
          {t('forgotten')}
        </button>
      </form>
    )
  if (!failure && !isDone) return <p className="text-muted">{t('confirming')}</p>
  return (
    <div className="flex flex-col gap-4">
      <FormFailure failure={failure} />
      {isDone && <EmptyState icon="circle-check" text={t('confirmed')} />}
      <Button look="solid" className="self-center" onClick={onDone}>
        {t('goOn')}
      </Button>
    </div>
  )
}
