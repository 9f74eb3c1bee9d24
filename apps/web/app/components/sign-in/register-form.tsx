import { useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { call } from '../../lib/api.ts'
import { localizedPath } from '../../lib/locale.ts'
import { refreshSession, takeUser } from '../../lib/session.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { useSubmit } from '../api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormFailure } from '../api-call/form-failure.tsx'
import type { LoginKey } from './login-key.ts'
import { Or } from './or.tsx'
import { PasswordField } from './password-field.tsx'
import { passwordStrength } from './password-strength.ts'
import { ProviderButtons } from './provider-buttons.tsx'

interface Props {
  options: DataOf<'GET /api/auth/options'>
  /** What the link that led here carries. */
  admission: LoginKey | undefined
  email: string
  onEmail: (email: string) => void
  onDone: () => void
}

/** A new account: the first one needs the setup code, later ones what the owner allows. */
export function RegisterForm({ options, admission, email, onEmail, onDone }: Props) {
  const t = useTranslations('account')
  const { needsSetup, registration } = options
  const [hasMail, setHasMail] = useState(false)
  if (hasMail) return <EmptyState icon="circle-check" text={t('confirmSent', { email })} />
  if (!needsSetup && registration === 'closed') return <EmptyState icon="ban" text={t('closed')} />
  if (!needsSetup && registration === 'invite' && admission?.kind !== 'invite')
    return <EmptyState icon="info" text={t('byInvite')} />
  return <NewAccount {...{ options, admission, email, onEmail, onDone }} onMail={() => setHasMail(true)} />
}

function NewAccount({ options, admission, email, onEmail, onDone, onMail }: Props & { onMail: () => void }) {
  const t = useTranslations('account')
  const locale = useRouteLocale()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [setupCode, setSetupCode] = useState(admission?.kind === 'setup' ? admission.token : '')
  const [agrees, setAgrees] = useState(false)
  const [isTried, setTried] = useState(false)
  const { isBusy, failure, submit } = useSubmit()

  /** What lets somebody in, by whichever way they register. */
  const ticket = {
    ...(options.needsSetup ? { setupCode: setupCode.trim() } : {}),
    ...(admission?.kind === 'invite' ? { invite: admission.token } : {}),
  }
  const missing = {
    setupCode: options.needsSetup && setupCode.trim() === '',
    name: name.trim() === '',
    email: !looksLikeEmail(email) || failure?.field === 'email',
    password: passwordStrength(password) === 'short',
    terms: !agrees,
  }

  const send = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const form = event.currentTarget
    if (Object.values({ ...missing, email: !looksLikeEmail(email) }).some(Boolean)) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    let isIn = false
    const isMade = await submit(async () => {
      const { user } = await call('POST /api/auth/register', {
        body: {
          name: name.trim(),
          email: email.trim(),
          password,
          language: locale,
          ...ticket,
        },
        quiet: true,
      })
      if (user) takeUser(user)
      isIn = user !== undefined
    })
    if (isMade) (isIn ? onDone : onMail)()
  }

  return (
    <form noValidate className="sign-in-form" onSubmit={(event) => void send(event)}>
      {options.needsSetup && <p className="rounded-md bg-info-soft px-3 py-2 text-sm text-info">{t('firstAccount')}</p>}
      <FormFailure failure={failure} />
      {options.needsSetup && (
        <Field label={t('setupCode')} hint={t('setupCodeHint')} error={isTried && missing.setupCode && t('needed')}>
          {(control) => (
            <Input
              {...control}
              value={setupCode}
              className="font-mono"
              autoCapitalize="off"
              onChange={(event) => setSetupCode(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label={t('name')} error={isTried && missing.name && t('needed')}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={40}
            autoComplete="name"
            data-autofocus
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('email')} error={isTried && missing.email && t('badEmail')}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            value={email}
            autoComplete="username"
            inputMode="email"
            autoCapitalize="off"
            onChange={(event) => onEmail(event.target.value)}
          />
        )}
      </Field>
      <PasswordField
        isNew
        label={t('password')}
        value={password}
        onChange={setPassword}
        error={isTried && missing.password ? t('strength.short') : undefined}
      />
      <div>
        <Checkbox checked={agrees} aria-invalid={(isTried && missing.terms) || undefined} onChange={setAgrees}>
          {t.rich('agree', {
            terms: (words) => linkTo(localizedPath(locale, '/terms'), words),
          })}
        </Checkbox>
        {isTried && missing.terms && <p className="text-xs text-error">{t('agreeNeeded')}</p>}
      </div>
      <Button look="solid" size="large" type="submit" disabled={isBusy} className="justify-center">
        {t(isBusy ? 'registering' : 'createAccount')}
      </Button>
      {options.providers.length > 0 && <Or />}
      <ProviderButtons
        providers={options.providers}
        label={(name) => t('continueWith', { name })}
        wanted={{ purpose: 'sign-in', ...ticket }}
        mayGo={() => {
          setTried(true)
          return agrees && !missing.setupCode
        }}
        onDone={() =>
          void refreshSession().then(({ user }) => {
            if (!user) return
            takeUser(user)
            onDone()
          })
        }
      />
    </form>
  )
}

function linkTo(address: string, words: ReactNode): ReactNode {
  return (
    <Link to={address} target="_blank" className="target text-link-plain">
      {words}
    </Link>
  )
}

/** A first look while it is typed: the server reads it. */
function looksLikeEmail(text: string): boolean {
  const [name = '', host = '', ...more] = text.trim().split('@')
  return name !== '' && host !== '' && more.length === 0 && !/\s/.test(text.trim())
}
