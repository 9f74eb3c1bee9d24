import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
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
  const nameOf = useTranslations('app.method')
  const [password, setPassword] = useState('')
  const [done, setDone] = useState<DataOf<'POST /api/auth/reset'>>()
  const { isBusy, failure, submit } = useSubmit()

  const send = async (event: FormEvent) => {
    event.preventDefault()
    await submit(async () => {
      const { methods, endedTokens } = await call('POST /api/auth/reset', { body: { token, password }, quiet: true })
      // Every session has ended, this one too.
      forgetUser()
      setDone({ methods, endedTokens })
    })
  }

  if (done)
    return (
      <>
        <EmptyState icon="circle-check" text={t('resetDone')}>
          <Button look="solid" onClick={onBack}>
            {t('login')}
          </Button>
        </EmptyState>
        {done.endedTokens > 0 && <p className="text-muted">{t('resetTokens', { count: done.endedTokens })}</p>}
        {done.methods.length > 0 && (
          <div className="mt-3 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
            <p>{t('resetMethods')}</p>
            <ul className="mt-1 list-disc pl-5">
              {done.methods.map(({ kind, label }, index) => (
                <li key={index}>
                  {nameOf(kind)} {label}
                </li>
              ))}
            </ul>
          </div>
        )}
      </>
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
