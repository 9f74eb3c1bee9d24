import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import { forgetUser } from '../../lib/session.ts'
import { useSubmit } from '../api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormFailure } from '../api-call/form-failure.tsx'
import { PasswordField } from './password-field.tsx'
import { passwordStrength } from './password-strength.ts'

/** A new password, by the link that somebody was given. */
export function ResetForm({ token, onBack }: { token: string; onBack: () => void }) {
  const t = useTranslations('account')
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const { isBusy, failure, submit } = useSubmit()

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await submit(() => call('POST /api/auth/reset', { body: { token, password }, quiet: true })))) return
    // Every session has ended, this one too.
    forgetUser()
    setDone(true)
  }

  if (isDone)
    return (
      <EmptyState icon="circle-check" text={t('resetDone')}>
        <Button look="solid" onClick={onBack}>
          {t('login')}
        </Button>
      </EmptyState>
    )
  return (
    <form noValidate className="sign-in-form" onSubmit={(event) => void send(event)}>
      <h2 className="text-base font-semibold">{t('resetTitle')}</h2>
      <FormFailure failure={failure} />
      <PasswordField isNew label={t('newPassword')} value={password} onChange={setPassword} />
      <Button
        look="solid"
        size="large"
        type="submit"
        disabled={isBusy || passwordStrength(password) === 'short'}
        className="justify-center"
      >
        {t('setPassword')}
      </Button>
    </form>
  )
}
