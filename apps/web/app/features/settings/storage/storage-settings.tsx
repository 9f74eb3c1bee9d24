import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { gitAccounts } from '../../../components/git-accounts/browser-git-accounts.ts'
import type { GitAccount } from '../../../components/git-accounts/git-account.ts'
import { UnlockTokens } from '../../../components/git-accounts/token-gate.tsx'
import { useGitAccounts } from '../../../components/git-accounts/use-git-accounts.ts'
import { OWN_STORAGE } from '../../../components/places/storage-place.ts'
import { SignInFirst } from '../../../components/storage/sign-in-first.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { BucketList } from './bucket-list.tsx'
import { ServerCard } from './server-card.tsx'
import { ShareList } from './share-list.tsx'

const ServerDialog = lazyPart(async () => (await import('./server-dialog.tsx')).ServerDialog)

/** Where files are kept: the storage of this server, and those of others. */
export function StorageSettings() {
  const t = useTranslations('storage')
  const known = useGitAccounts()
  const [editing, setEditing] = useState<GitAccount | 'new'>()
  return (
    <>
      <h2 className="mb-2 text-sm font-medium text-muted">{t('ownServer')}</h2>
      <section className="mb-6 flex flex-col gap-3" aria-label={t('ownServer')} data-testid="own-storage">
        <p className="text-muted">{t('ownText')}</p>
        <SignInFirst>
          <BucketList place={OWN_STORAGE} />
          <ShareList place={OWN_STORAGE} />
        </SignInFirst>
      </section>
      <h2 className="mb-2 text-sm font-medium text-muted">{t('otherServers')}</h2>
      <section className="flex flex-col gap-3" aria-label={t('otherServers')}>
        <p className="text-muted">{t('otherText')}</p>
        {known?.lock === 'locked' && known.storages.some(({ tokenIsKept }) => tokenIsKept) && <UnlockTokens />}
        <ul className="flex flex-col gap-3 empty:hidden">
          {known?.storages.map((account) => (
            <ServerCard
              key={account.id}
              account={account}
              hasToken={known.withToken.has(account.id)}
              onEdit={() => setEditing(account)}
            />
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button icon="plus" disabled={!known} onClick={() => setEditing('new')}>
            {t('addServer')}
          </Button>
          {known?.lock === 'open' && (
            <Button icon="lock" onClick={() => void gitAccounts.forgetInTab()}>
              {t('lockNow')}
            </Button>
          )}
        </div>
      </section>
      <Suspense>
        {editing && (
          <ServerDialog {...(editing !== 'new' && { account: editing })} onClose={() => setEditing(undefined)} />
        )}
      </Suspense>
    </>
  )
}
