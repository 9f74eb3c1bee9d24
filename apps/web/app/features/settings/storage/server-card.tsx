import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { gitAccounts } from '../../../components/git-accounts/browser-git-accounts.ts'
import type { GitAccount } from '../../../components/git-accounts/git-account.ts'
import { DEFAULT_BUCKET } from '@switchyard/contract/storage-paths'
import { storagePlace } from '../../../components/places/storage-place.ts'
import { StorageTest } from '../../../components/storage/storage-test.tsx'
import { showToast } from '../../../lib/toasts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'

interface Props {
  account: GitAccount
  hasToken: boolean
  onEdit: () => void
}

/** The storage of another server, as this browser knows it. */
export function ServerCard({ account, hasToken, onEdit }: Props) {
  const t = useTranslations('storage')
  const tg = useTranslations('gitAccounts')
  const [isRemoving, setRemoving] = useState(false)
  const [place] = useState(() => storagePlace(account))
  const { id, name, base, tokenIsKept, repository = DEFAULT_BUCKET } = account
  return (
    <li className="card flex flex-col gap-3 p-4" data-testid="storage-server">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold wrap-anywhere">{name}</h3>
          <p className="text-xs text-muted wrap-anywhere">{`${base} · ${repository}`}</p>
        </div>
        <Menu
          label={tg('actionsFor', { name })}
          align="end"
          items={[
            { id: 'edit', label: tg('edit'), icon: 'pencil', onSelect: onEdit },
            ...(hasToken || tokenIsKept
              ? [{ id: 'forget', label: tg('forgetToken'), onSelect: () => void gitAccounts.forgetToken(id) }]
              : []),
            'separator',
            { id: 'remove', label: tg('remove'), icon: 'trash-2', danger: true, onSelect: () => setRemoving(true) },
          ]}
          trigger={<IconButton icon="ellipsis" label={tg('actionsFor', { name })} />}
        />
      </div>
      <Badge
        className="self-start"
        tone={hasToken ? 'success' : 'warning'}
        icon={hasToken ? 'check' : tokenIsKept ? 'lock' : 'alert-triangle'}
      >
        {tg(hasToken ? (tokenIsKept ? 'state.kept' : 'state.tab') : tokenIsKept ? 'state.locked' : 'state.missing')}
      </Badge>
      <StorageTest place={place} bucket={repository} isOff={!hasToken} />
      {isRemoving && (
        <ConfirmDialog
          title={tg('removeTitle', { name })}
          text={t('removeServerText')}
          confirm={tg('remove')}
          danger
          onConfirm={() => {
            void gitAccounts.remove(id)
            showToast({ kind: 'success', text: tg('removed', { name }) })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}
