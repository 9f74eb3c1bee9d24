import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSubmit } from '../api-call/use-submit.ts'
import { FormFailure } from '../api-call/form-failure.tsx'
import { gitAccounts } from './browser-git-accounts.ts'
import type { GitAccount } from './git-account.ts'
import { usePassphrase } from './passphrase-fields.tsx'
import { useGitAccounts } from './use-git-accounts.ts'

/** Shows what needs the token of an account once this tab has it; until then it asks for the passphrase, or for the token. */
export function TokenGate({ account, children }: { account: GitAccount; children: ReactNode }) {
  const known = useGitAccounts()
  if (!known) return null
  if (known.withToken.has(account.id)) return children
  return account.tokenIsKept && known.lock === 'locked' ? <UnlockTokens /> : <TokenMissing account={account} />
}

/** The tokens that this device keeps, while the passphrase was not typed in this tab. */
export function UnlockTokens() {
  const t = useTranslations('gitAccounts')
  const { fields, open } = usePassphrase('locked')
  const [isForgetting, setForgetting] = useState(false)
  const { isBusy, failure, submit } = useSubmit()
  const unlock = (event: FormEvent) => {
    event.preventDefault()
    void submit(open)
  }
  return (
    <form className="card flex flex-col gap-3 p-4" noValidate onSubmit={unlock} data-testid="locked-tokens">
      <p className="flex items-center gap-2">
        <Icon name="lock" className="size-4 shrink-0 text-muted" />
        {t('locked')}
      </p>
      <FormFailure failure={failure} />
      <div className="max-w-sm">{fields}</div>
      <div className="flex flex-wrap gap-2">
        <Button look="solid" type="submit" disabled={isBusy}>
          {t('unlock')}
        </Button>
        <Button look="ghost" onClick={() => setForgetting(true)}>
          {t('forgotPassphrase')}
        </Button>
      </div>
      {isForgetting && (
        <ConfirmDialog
          title={t('forgetTitle')}
          text={t('forgetText')}
          confirm={t('forget')}
          danger
          onConfirm={() => void submit(() => gitAccounts.forgetKept())}
          onClose={() => setForgetting(false)}
        />
      )}
    </form>
  )
}

/** Asks for the token of an account for this tab; where it is to be kept is chosen in the settings. */
function TokenMissing({ account }: { account: GitAccount }) {
  const t = useTranslations('gitAccounts')
  const locale = useRouteLocale()
  const [token, setToken] = useState('')
  const isGood = /^[!-~]+$/.test(token.trim())
  return (
    <form
      className="card flex flex-col gap-3 p-4"
      noValidate
      data-testid="token-missing"
      onSubmit={(event) => {
        event.preventDefault()
        if (isGood) void gitAccounts.setToken(account.id, token.trim(), false)
      }}
    >
      <p className="flex items-center gap-2">
        <Icon name="key-round" className="size-4 shrink-0 text-muted" />
        {t('tokenMissing', { name: account.name })}
      </p>
      <Field
        label={t('token')}
        error={token.trim() !== '' && !isGood && t('mistake.token.letters')}
        className="max-w-sm"
      >
        {(control) => (
          <Input {...control} type="password" value={token} onChange={(event) => setToken(event.target.value)} />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="solid" type="submit" disabled={!isGood}>
          {t('useInTab')}
        </Button>
        <Link to={localizedPath(locale, `/settings/${account.host}`)} className="text-link">
          {t('toAccount')}
        </Link>
      </div>
    </form>
  )
}
