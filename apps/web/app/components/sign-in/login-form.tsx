import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { DataOf, SessionUser } from '@switchyard/contract'
import { call } from '../../lib/api.ts'
import { refreshSession, takeUser } from '../../lib/session.ts'
import { useSubmit } from '../api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormFailure } from '../api-call/form-failure.tsx'
import { Or } from './or.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordField } from './password-field.tsx'
import { hasPasskeys } from './passkeys.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { usePasskeyInField } from './use-passkey-in-field.ts'

interface Props {
  options: DataOf<'GET /api/auth/options'> | undefined
  email: string
  onEmail: (email: string) => void
  onForgotten: () => void
  onDone: () => void
}

/** E-mail and password of an account that there is, or its passkey. */
export function LoginForm({ options, email, onEmail, onForgotten, onDone }: Props) {
  const t = useTranslations('account')
  const [password, setPassword] = useState('')
  const { isBusy, failure, submit } = useSubmit()
  const emailField = useRef<HTMLInputElement>(null)

  const enter = (user: SessionUser) => {
    takeUser(user)
    onDone()
  }
  const passkeys = options?.passkeys === true && hasPasskeys()
  const providers = options?.providers ?? []
  const field = usePasskeyInField(passkeys, enter)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() === '') return emailField.current?.focus()
    const isIn = await submit(async () => {
      const { user } = await call('POST /api/auth/login', { body: { email: email.trim(), password }, quiet: true })
      takeUser(user)
    })
    if (isIn) onDone()
  }

  return (
    <form noValidate className="sign-in-form" onSubmit={(event) => void send(event)}>
      <FormFailure failure={failure ?? field.failure} />
      <Field label={t('email')}>
        {(control) => (
          <Input
            {...control}
            ref={emailField}
            type="email"
            name="email"
            value={email}
            required
            autoComplete="username webauthn"
            inputMode="email"
            autoCapitalize="off"
            data-autofocus
            onChange={(event) => onEmail(event.target.value)}
          />
        )}
      </Field>
      <PasswordField label={t('password')} value={password} onChange={setPassword} />
      <Button look="solid" size="large" type="submit" disabled={isBusy} className="justify-center">
        {t(isBusy ? 'loggingIn' : 'login')}
      </Button>
      <button type="button" className="target text-link-plain self-center text-sm" onClick={onForgotten}>
        {t('forgotten')}
      </button>
      {(passkeys || providers.length > 0) && <Or />}
      {passkeys && <PasskeyButton label={t('passkeyLogin')} onUser={enter} onNone={field.askAgain} />}
      <ProviderButtons
        providers={providers}
        label={(name) => t('continueWith', { name })}
        wanted={{ purpose: 'sign-in' }}
        onDone={() => void refreshSession().then(({ user }) => user && enter(user))}
      />
    </form>
  )
}
