import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import { useSubmit } from '../api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormFailure } from '../api-call/form-failure.tsx'

interface Props {
  /** Whether the server sends mail. */
  mail: boolean
  email: string
  onEmail: (email: string) => void
  onBack: () => void
}

/** The way to a new password: by mail, or by a link of the owner where no mail is sent. */
export function ForgottenForm({ mail, email, onEmail, onBack }: Props) {
  const t = useTranslations('account')
  const [isSent, setSent] = useState(false)
  const { isBusy, failure, submit } = useSubmit()

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const body = { email: email.trim() }
    if (await submit(() => call('POST /api/auth/reset-mail', { body, quiet: true }))) setSent(true)
  }

  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-base font-semibold">{t('forgottenTitle')}</h2>
      {!mail && <p className="text-muted">{t('forgottenByOwner')}</p>}
      {isSent && <EmptyState icon="circle-check" text={t('resetSent', { email })} />}
      {mail && !isSent && (
        <form noValidate className="sign-in-form" onSubmit={(event) => void send(event)}>
          <FormFailure failure={failure} />
          <Field label={t('email')} hint={t('resetHint')}>
            {(control) => (
              <Input
                {...control}
                type="email"
                value={email}
                autoComplete="username"
                inputMode="email"
                autoCapitalize="off"
                autoFocus
                onChange={(event) => onEmail(event.target.value)}
              />
            )}
          </Field>
          <Button
            look="solid"
            size="large"
            type="submit"
            disabled={isBusy || email.trim() === ''}
            className="justify-center"
          >
            {t('sendReset')}
          </Button>
        </form>
      )}
      <button type="button" className="target text-link-plain self-center text-sm" onClick={onBack}>
        {t('backToLogin')}
      </button>
    </div>
  )
}
