import type { GitFailure } from '@switchyard/git-hosts'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { restoreVersion } from '../../components/file-history/restore-version.ts'
import { commitMessage } from '../../components/git-accounts/commit-message.ts'
import type { GitAccount } from '../../components/git-accounts/git-account.ts'
import { gitFailureOf } from '../../components/git-accounts/git-failure-of.ts'
import { GitFailureNote } from '../../components/git-accounts/git-failure-note.tsx'
import { TokenGate } from '../../components/git-accounts/token-gate.tsx'
import { useGitAccounts } from '../../components/git-accounts/use-git-accounts.ts'
import { useRepository } from '../../components/git-accounts/use-repositories.ts'
import { gitPlace } from '../../components/places/git-place.ts'
import { useClientName } from '../../components/publish/client-name.ts'
import { clearDownloads, type Download, recordDownload } from '../../components/publish/download-history.ts'
import { FileChangeView } from '../../components/publish/file-change-view.tsx'
import { whatStands } from '../../components/publish/publish-file.ts'
import { showToast } from '../../lib/toasts.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Table } from '../../ui/table.tsx'

/** What was put into a repository. */
export type GitPublication = Download & Required<Pick<Download, 'git'>>

const SHORT_ID = 7

/** What this browser put into repositories, the newest first; each can be looked at and brought back. */
export function GitHistory({ rows, onChanged }: { rows: readonly GitPublication[]; onChanged: () => void }) {
  const t = useTranslations('subscribe')
  const tg = useTranslations('filePublish')
  const clientName = useClientName()
  const format = useFormatter()
  const [open, setOpen] = useState<GitPublication>()
  return (
    <div className="mb-6">
      <h2 className="mb-2 text-sm font-medium text-muted">{tg('history')}</h2>
      <Table
        caption={tg('history')}
        className="table-stacked table-pairs [&_td]:align-middle"
        columns={[
          { id: 'at', label: t('historyAt') },
          { id: 'file', label: tg('path') },
          { id: 'client', label: t('historyClient') },
          { id: 'position', label: t('historyPosition') },
          { id: 'commit', label: tg('commit') },
          { id: 'nodes', label: t('historyNodes') },
          { id: 'actions', label: t('historyActions') },
        ]}
      >
        {rows.map((row) => {
          const { id, at, file, client, nodes, skipped, git } = row
          return (
            <tr key={id} data-testid="git-history-row">
              <td data-label={t('historyAt')} className="min-w-32">
                {format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })}
              </td>
              <td data-label={tg('path')} className="wrap-anywhere">
                {file}
              </td>
              <td data-label={t('historyClient')} className="whitespace-nowrap">
                {clientName(client)}
              </td>
              <td data-label={t('historyPosition')} className="wrap-anywhere">
                {`${git.accountName} · ${git.repository} · ${git.branch}`}
              </td>
              <td data-label={tg('commit')}>
                <code>{git.commit.slice(0, SHORT_ID)}</code>
              </td>
              <td data-label={t('historyNodes')} className="whitespace-nowrap">
                {nodes > 0 && t('holds', { nodes, skipped })}
              </td>
              <td data-label={t('historyActions')}>
                <Button size="small" icon="history" onClick={() => setOpen(row)}>
                  {t('historyOpen')}
                </Button>
              </td>
            </tr>
          )
        })}
      </Table>
      <Button size="small" className="mt-2" onClick={() => void clearDownloads('git').then(onChanged, () => undefined)}>
        {t('historyClear')}
      </Button>
      {open && (
        <VersionDialog
          publication={open}
          onRestored={() => {
            setOpen(undefined)
            onChanged()
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

interface DialogProps {
  publication: GitPublication
  onRestored: () => void
  onClose: () => void
}

function VersionDialog({ publication, onRestored, onClose }: DialogProps) {
  const t = useTranslations('filePublish')
  const known = useGitAccounts()
  const account = known?.accounts.find(({ id }) => id === publication.git.account)
  return (
    <Dialog open title={publication.file} onClose={onClose} data-testid="git-version">
      {account ? (
        <TokenGate account={account}>
          <Version account={account} publication={publication} onRestored={onRestored} />
        </TokenGate>
      ) : (
        known && <p>{t('accountGone', { name: publication.git.accountName })}</p>
      )}
    </Dialog>
  )
}

function Version({ account, publication, onRestored }: Omit<DialogProps, 'onClose'> & { account: GitAccount }) {
  const t = useTranslations('filePublish')
  const { file: path, git } = publication
  const space = gitPlace(account).space(git.repository, git.branch)
  const repository = useRepository(account, git.repository)
  const both = useLoaded(`git.${account.id}.version.${JSON.stringify([git, path])}`, async () => {
    const [old, now] = await Promise.all([space.readAt?.(git.commit, path), whatStands(space, path)])
    return { old, now }
  })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<GitFailure>()
  const restore = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const message = commitMessage(t('restoreMessage', { id: git.commit.slice(0, SHORT_ID) }), path)
      const restored = await restoreVersion(space, path, git.commit, message)
      if (restored) {
        const { id: _, ...same } = publication
        await recordDownload({ ...same, at: Date.now(), git: { ...git, commit: restored.commit } })
      }
      showToast({ kind: 'success', text: t(restored ? 'restored' : 'isThere') })
      onRestored()
    } catch (error) {
      setFailure(gitFailureOf(error))
    }
    setBusy(false)
  }
  const error = both.error ?? repository.error
  const { old, now } = both.data ?? {}
  const isSame = old !== undefined && old.version === now?.version
  return (
    <div className="flex flex-col gap-4">
      {old && (
        <>
          <p className="text-muted">{t(isSame ? 'isThere' : 'restoreText')}</p>
          {!isSame && <FileChangeView path={path} before={now?.bytes} after={old.bytes} />}
        </>
      )}
      {error !== undefined && <GitFailureNote failure={gitFailureOf(error)} account={account} onRetry={both.reload} />}
      {failure && <GitFailureNote failure={failure} account={account} onRetry={both.reload} />}
      <div className="flex flex-wrap gap-2">
        <Button look="solid" disabled={!old || isSame || isBusy} onClick={() => void restore()}>
          {t('restore')}
        </Button>
        {repository.data?.isPrivate === false && (
          <CopyButton label={t('copyAddress')} text={space.address?.(path) ?? ''} />
        )}
      </div>
    </div>
  )
}
