import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailure } from '../api-call/load-failure.tsx'
import { useApi } from '../../lib/use-loaded.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { ForgottenForm } from './forgotten-form.tsx'
import { LoginForm } from './login-form.tsx'
import type { LoginKey } from './login-key.ts'
import { ProviderFailure } from './provider-failure.tsx'
import { RegisterForm } from './register-form.tsx'
import { ResetForm } from './reset-form.tsx'

type View = 'login' | 'register' | 'forgotten' | 'reset' | 'confirm'

const VIEW_OF_KEY = { setup: 'register', invite: 'register', reset: 'reset', confirm: 'confirm' } as const

interface Props {
  /** What the link that led here carries. */
  loginKey?: LoginKey | undefined
  /** Why the way to a provider failed. */
  failed?: string | undefined
  /** The form for a new account is shown first. */
  isNew?: boolean
  /** Signed in. */
  onDone: () => void
}

/** Every way into an account: the sign-in page and the dialog over other pages show the same. */
export function SignIn({ loginKey, failed, isNew = false, onDone }: Props) {
  const t = useTranslations('account')
  const [view, setView] = useState<View>()
  const [email, setEmail] = useState('')
  const options = useApi('GET /api/auth/options', { quiet: true })
  const isRegister = isNew || options.data?.needsSetup
  const shown = view ?? (loginKey ? VIEW_OF_KEY[loginKey.kind] : isRegister ? 'register' : 'login')

  if (shown === 'reset' && loginKey) return <ResetForm token={loginKey.token} onBack={() => setView('login')} />
  if (shown === 'confirm' && loginKey)
    return <ConfirmEmail token={loginKey.token} onDone={onDone} onForgotten={() => setView('forgotten')} />
  if (shown === 'forgotten')
    return (
      <ForgottenForm
        mail={options.data?.mail === true}
        email={email}
        onEmail={setEmail}
        onBack={() => setView('login')}
      />
    )
  const tab = shown === 'register' ? 'register' : 'login'
  return (
    <>
      <Tabs
        name="sign-in"
        label={t('ways')}
        className="mb-4 *:flex-1"
        tabs={[
          { id: 'login', label: t('login') },
          { id: 'register', label: t('register') },
        ]}
        value={tab}
        onChange={setView}
      />
      {failed !== undefined && (
        <div className="mb-4">
          <ProviderFailure code={failed} />
        </div>
      )}
      <TabPanel name="sign-in" id={tab}>
        {tab === 'login' ? (
          <LoginForm
            options={options.data}
            email={email}
            onEmail={setEmail}
            onForgotten={() => setView('forgotten')}
            onDone={onDone}
          />
        ) : options.data ? (
          <RegisterForm options={options.data} admission={loginKey} email={email} onEmail={setEmail} onDone={onDone} />
        ) : options.error === undefined ? (
          <p className="text-muted">{t('loading')}</p>
        ) : (
          <LoadFailure error={options.error} onRetry={options.reload} />
        )}
      </TabPanel>
    </>
  )
}
