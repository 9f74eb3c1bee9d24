import type { GitFailure, HostUser } from '@switchyard/git-hosts'
import type { HostFacts } from '@switchyard/git-hosts/facts'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  ACCOUNT_NAME_MAX,
  type AccountDraft,
  baseMeant,
  type DraftMistakes,
  mistakesIn,
} from '../../../components/git-accounts/account-draft.ts'
import { gitAccounts } from '../../../components/git-accounts/browser-git-accounts.ts'
import type { GitAccount } from '../../../components/git-accounts/git-account.ts'
import { gitFailureOf } from '../../../components/git-accounts/git-failure-of.ts'
import { GitFailureNote } from '../../../components/git-accounts/git-failure-note.tsx'
import { hostWith } from '../../../components/git-accounts/git-host-of.ts'
import { usePassphrase } from '../../../components/git-accounts/passphrase-fields.tsx'
import { TokenKeepingChoice } from '../../../components/git-accounts/token-keeping.tsx'
import { useGitAccounts } from '../../../components/git-accounts/use-git-accounts.ts'
import { FormFailure } from '../../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../../components/api-call/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { ConnectedAs } from './connected-as.tsx'

interface Props {
  facts: HostFacts
  /** Absent: a new one is made. */
  account?: GitAccount
  onClose: () => void
}

const FIELDS = ['name', 'base', 'token'] as const

/** Makes an account at a host, or changes one: what it is called, where its API is, its token and where that is kept. */
export function AccountDialog({ facts, account, onClose }: Props) {
  const t = useTranslations('gitAccounts')
  const tu = useTranslations('ui')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const known = useGitAccounts()
  const accounts = known?.accounts ?? []
  const [opened] = useState<AccountDraft>(() => ({
    name: account?.name ?? freeName(facts.name, accounts),
    base: account?.base ?? facts.defaultBase ?? '',
    token: '',
  }))
  const [draft, setDraft] = useState(opened)
  const [keeping, setKeeping] = useState<'tab' | 'device'>(account?.tokenIsKept ? 'device' : 'tab')
  const [mistakes, setMistakes] = useState<DraftMistakes>({})
  const [tested, setTested] = useState<{ user: HostUser } | { failure: GitFailure }>()
  /** The base whose requests the person let through our server, in this dialog. */
  const [agreed, setAgreed] = useState<string>()
  const passphrase = usePassphrase(known?.lock ?? 'none')
  const { isBusy, failure, submit } = useSubmit()
  const base = baseMeant(facts, draft.base)
  const token = draft.token.trim()
  const isRelayed =
    base !== undefined && (agreed === base || accounts.some((one) => one.base === base && one.isRelayed))
  const put = (change: Partial<AccountDraft>) => {
    setDraft({ ...draft, ...change })
    setMistakes({})
    setTested(undefined)
  }
  /** Says at its field what is wrong; true when nothing is. */
  const check = () => {
    const found = mistakesIn(facts, draft, accounts, account)
    setMistakes(found)
    const first = FIELDS.find((field) => found[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    return first === undefined
  }
  /** The token that is typed, or the one that the tab has. */
  const usedToken = token || (account && base === account.base ? gitAccounts.tokenOf(account) : undefined)
  const test = (throughServer = isRelayed) =>
    submit(async () => {
      setTested(undefined)
      if (!check() || base === undefined) return
      try {
        setTested({ user: await hostWith(base, usedToken, throughServer).me() })
      } catch (error) {
        const found = gitFailureOf(error)
        setTested({ failure: found })
        if (found.code === 'token-invalid') form.current?.querySelector<HTMLElement>('[name=token]')?.focus()
      }
    })
  const isRefused = tested && 'failure' in tested && tested.failure.code === 'token-invalid'
  const save = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      if (!check() || base === undefined) return
      // The host has refused this very token: what is kept of it would fail everywhere else.
      if (isRefused) return form.current?.querySelector<HTMLElement>('[name=token]')?.focus()
      const keepsToken = keeping === 'device'
      // A token that is to be kept anew has to be at hand: typed, or in the tab.
      if (keepsToken && usedToken !== undefined && !(await passphrase.open())) return
      const said = { name: draft.name.trim(), base }
      const saved = account ?? (await gitAccounts.add(said))
      if (account) await gitAccounts.change(account.id, said)
      if (usedToken !== undefined && (token !== '' || keepsToken !== (account?.tokenIsKept ?? false)))
        await gitAccounts.setToken(saved.id, usedToken, keepsToken)
      if (isRelayed) await gitAccounts.setRelayed(base, true)
      onClose()
    })
  }
  const tokenError = (mistakes.token && t(`mistake.token.${mistakes.token}`)) ?? (isRefused && t('tokenInvalid'))
  const input = (name: (typeof FIELDS)[number]) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => put({ [name]: event.target.value }),
  })
  return (
    <Dialog
      open
      size="small"
      title={account ? t('editTitle', { name: account.name }) : t('add', { host: facts.name })}
      dirty={passphrase.isTouched || FIELDS.some((field) => draft[field] !== opened[field])}
      onClose={onClose}
      data-testid="git-account-dialog"
      footer={
        <>
          <Button className="mr-auto" disabled={isBusy} onClick={() => void test()}>
            {t('test')}
          </Button>
          <Button onClick={onClose}>{tu('cancel')}</Button>
          <Button look="solid" type="submit" form={id} disabled={isBusy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} noValidate className="flex flex-col gap-4" onSubmit={save}>
        <FormFailure failure={failure} />
        <Field label={t('name')} error={mistakes.name && t(`mistake.name.${mistakes.name}`)} hint={t('nameHint')}>
          {(control) => <Input {...control} {...input('name')} maxLength={ACCOUNT_NAME_MAX} />}
        </Field>
        <Field
          label={t('base')}
          error={mistakes.base && t(`mistake.base.${mistakes.base}`, { path: facts.baseEnding })}
          hint={t(account ? 'baseHintChanged' : 'baseHint', { host: facts.name, path: facts.baseEnding })}
        >
          {(control) => (
            <Input
              {...control}
              {...input('base')}
              inputMode="url"
              placeholder={facts.defaultBase ?? `https://git.example.com${facts.baseEnding}`}
            />
          )}
        </Field>
        <Field
          label={t('token')}
          error={tokenError}
          hint={t.rich('scopeHint', {
            scope: facts.scopes.write,
            reads: facts.scopes.read,
            isSame: facts.scopes.read === facts.scopes.write ? 'yes' : 'no',
            code: asCode,
            link: linkTo(base && facts.tokenPage(base)),
          })}
        >
          {(control) => (
            <Input
              {...control}
              {...input('token')}
              type="password"
              data-autofocus
              placeholder={account && usedToken !== undefined ? t('tokenUnchanged') : ''}
            />
          )}
        </Field>
        <div role="status" className="empty:hidden">
          {tested && 'user' in tested && <ConnectedAs user={tested.user} />}
        </div>
        {tested && 'failure' in tested && tested.failure.code !== 'token-invalid' && base !== undefined && (
          <GitFailureNote
            failure={tested.failure}
            account={{ host: facts.id, base, name: facts.name }}
            onRetry={() => void test()}
            onAgree={() => {
              setAgreed(base)
              void test(true)
            }}
          />
        )}
        <TokenKeepingChoice value={keeping} onChange={setKeeping} />
        {keeping === 'device' && passphrase.fields}
      </form>
    </Dialog>
  )
}

const asCode = (text: ReactNode) => <code>{text}</code>

/** Without an address the words stand alone. */
const linkTo = (address: string | undefined) => (text: ReactNode) =>
  address === undefined ? (
    text
  ) : (
    <a href={address} target="_blank" rel="noreferrer" className="text-link-plain">
      {text}
    </a>
  )

/** `GitHub`, `GitHub 2` */
function freeName(name: string, accounts: readonly GitAccount[]): string {
  const taken = new Set(accounts.map((account) => account.name))
  for (let number = 1; ; number++) {
    const one = number === 1 ? name : `${name} ${number}`
    if (!taken.has(one)) return one
  }
}
