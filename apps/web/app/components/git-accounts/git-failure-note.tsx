import type { GitFailure } from '@switchyard/git-hosts'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useFailureSentence } from '../file-save/use-failure-sentence.ts'
import { gitAccounts } from './browser-git-accounts.ts'
import { type GitAccount, STORAGE_HOST } from './git-account.ts'

const RelayConsent = lazyPart(async () => (await import('./relay-consent.tsx')).RelayConsent)

interface Props {
  failure: GitFailure
  account: Pick<GitAccount, 'host' | 'base' | 'name'>
  /** Asks the host again. */
  onRetry?: (() => void) | undefined
  /** The person agreed; absent: it is noted for every account at this base, and the host is asked again. */
  onAgree?: () => void
}

/** Why a host did not do what it was asked, and the ways that are left. */
export function GitFailureNote({ failure, account, onRetry, onAgree }: Props) {
  const t = useTranslations('gitAccounts')
  const sentence = useFailureSentence()
  const locale = useRouteLocale()
  const [isAsking, setAsking] = useState(false)
  const { code } = failure
  // The relay speaks to Git hosts alone.
  const isShut = code === 'host-refuses-browsers' && account.host === STORAGE_HOST
  const agree = onAgree ?? (() => void gitAccounts.setRelayed(account.base, true).then(onRetry))
  return (
    <div role="alert" className="rounded-md bg-error-soft px-3 py-2 text-sm text-error" data-testid="git-failure">
      <p className="flex items-start gap-2">
        <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          {isShut ? t('storageShut', { name: account.name }) : sentence(failure, account.name)}
        </span>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2 empty:hidden">
        {code === 'host-refuses-browsers' && !isShut && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('relayAsk')}
          </Button>
        )}
        {(code === 'token-invalid' || code === 'scope-missing') && (
          <Link to={localizedPath(locale, `/settings/${account.host}`)} className="text-link">
            {t('toAccount')}
          </Link>
        )}
        {onRetry && (
          <Button size="small" look="ghost" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </div>
      <Suspense>
        {isAsking && <RelayConsent base={account.base} onAgree={agree} onClose={() => setAsking(false)} />}
      </Suspense>
    </div>
  )
}
