import type { GitFailure, HostUser } from '@switchyard/git-hosts'
import type { HostFacts } from '@switchyard/git-hosts/facts'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { gitAccounts } from '../../../components/git-accounts/browser-git-accounts.ts'
import type { GitAccount } from '../../../components/git-accounts/git-account.ts'
import { gitFailureOf } from '../../../components/git-accounts/git-failure-of.ts'
import { GitFailureNote } from '../../../components/git-accounts/git-failure-note.tsx'
import { gitHostOf } from '../../../components/git-accounts/git-host-of.ts'
import { UnlockTokens } from '../../../components/git-accounts/token-gate.tsx'
import { useGitAccounts } from '../../../components/git-accounts/use-git-accounts.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { ConnectedAs } from './connected-as.tsx'

const AccountDialog = lazyPart(async () => (await import('./account-dialog.tsx')).AccountDialog)
const ChangePassphrase = lazyPart(async () => (await import('./change-passphrase.tsx')).ChangePassphrase)

/** The accounts at one kind of host: what this browser knows of each, and whether it works. */
export function AccountList({ facts }: { facts: HostFacts }) {
  const t = useTranslations('gitAccounts')
  const known = useGitAccounts()
  const [editing, setEditing] = useState<GitAccount | 'new'>()
  const [isChanging, setChanging] = useState(false)
  if (!known) return null
  const accounts = known.accounts.filter(({ host }) => host === facts.id)
  const add = (
    <Button icon="plus" look={accounts.length === 0 ? 'solid' : 'outline'} onClick={() => setEditing('new')}>
      {t('add', { host: facts.name })}
    </Button>
  )
  return (
    <>
      <p className="mb-4 text-muted">{t('text', { host: facts.name })}</p>
      {known.lock === 'locked' && accounts.some(({ tokenIsKept }) => tokenIsKept) && (
        <div className="mb-4">
          <UnlockTokens />
        </div>
      )}
      {accounts.length === 0 ? (
        <div className="card">
          <EmptyState icon="key-round" text={t('none', { host: facts.name })}>
            {add}
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className="mb-3 flex flex-col gap-3">
            {accounts.map((account) => (
              <AccountCard
                key={account.id}
                account={account}
                hasToken={known.withToken.has(account.id)}
                onEdit={() => setEditing(account)}
              />
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            {add}
            {known.lock === 'open' && (
              <>
                <Button icon="lock" onClick={() => void gitAccounts.forgetInTab()}>
                  {t('lockNow')}
                </Button>
                <Button onClick={() => setChanging(true)}>{t('changePassphrase')}</Button>
              </>
            )}
          </div>
        </>
      )}
      <Suspense>
        {editing && (
          <AccountDialog
            facts={facts}
            {...(editing !== 'new' && { account: editing })}
            onClose={() => setEditing(undefined)}
          />
        )}
        {isChanging && <ChangePassphrase onClose={() => setChanging(false)} />}
      </Suspense>
    </>
  )
}

interface CardProps {
  account: GitAccount
  hasToken: boolean
  onEdit: () => void
}

function AccountCard({ account, hasToken, onEdit }: CardProps) {
  const t = useTranslations('gitAccounts')
  const [isTesting, setTesting] = useState(false)
  const [tested, setTested] = useState<{ user: HostUser } | { failure: GitFailure }>()
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, base, tokenIsKept, isRelayed } = account
  const test = async () => {
    setTesting(true)
    setTested(undefined)
    const outcome = await gitHostOf(account)
      .me()
      .then(
        (user) => ({ user }),
        (error: unknown) => ({ failure: gitFailureOf(error) }),
      )
    setTested(outcome)
    setTesting(false)
  }
  return (
    <li className="card flex flex-col gap-3 p-4" data-testid="git-account">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold wrap-anywhere">{name}</h2>
          <p className="text-xs text-muted wrap-anywhere">{base}</p>
        </div>
        <Menu
          label={t('actionsFor', { name })}
          align="end"
          items={[
            { id: 'edit', label: t('edit'), icon: 'pencil', onSelect: onEdit },
            ...(hasToken || tokenIsKept
              ? [
                  {
                    id: 'forget',
                    label: t('forgetToken'),
                    onSelect: () => void gitAccounts.forgetToken(id).then(() => setTested(undefined)),
                  },
                ]
              : []),
            ...(isRelayed
              ? [
                  {
                    id: 'direct',
                    label: t('relayRevoke'),
                    onSelect: () => void gitAccounts.setRelayed(base, false).then(() => setTested(undefined)),
                  },
                ]
              : []),
            'separator',
            { id: 'remove', label: t('remove'), icon: 'trash-2', danger: true, onSelect: () => setRemoving(true) },
          ]}
          trigger={<IconButton icon="ellipsis" label={t('actionsFor', { name })} />}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge
          tone={hasToken ? 'success' : 'warning'}
          icon={hasToken ? 'check' : tokenIsKept ? 'lock' : 'alert-triangle'}
        >
          {t(hasToken ? (tokenIsKept ? 'state.kept' : 'state.tab') : tokenIsKept ? 'state.locked' : 'state.missing')}
        </Badge>
        {isRelayed && (
          <Badge tone="info" icon="info">
            {t('state.relayed')}
          </Badge>
        )}
        <span className="ml-auto flex gap-2">
          {!hasToken && !tokenIsKept && (
            <Button size="small" onClick={onEdit}>
              {t('enterToken')}
            </Button>
          )}
          <Button size="small" disabled={!hasToken || isTesting} onClick={() => void test()}>
            {t(isTesting ? 'testing' : 'test')}
          </Button>
        </span>
      </div>
      <div role="status" className="empty:hidden">
        {tested && 'user' in tested && <ConnectedAs user={tested.user} />}
      </div>
      {tested && 'failure' in tested && (
        <GitFailureNote failure={tested.failure} account={account} onRetry={() => void test()} />
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('removeTitle', { name })}
          text={t('removeText')}
          confirm={t('remove')}
          danger
          onConfirm={() => {
            void gitAccounts.remove(id)
            showToast({ kind: 'success', text: t('removed', { name }) })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}
