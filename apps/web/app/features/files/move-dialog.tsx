import type { FileEntry } from '@switchyard/git-hosts'
import { folderOf, nameOf } from '@switchyard/git-hosts/writes'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FileSpace } from '../../components/places/place.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pending } from '../../ui/pending.tsx'
import { CommitMessage } from './commit-message.tsx'
import { folderParts, moveIssue } from './file-changes.ts'
import type { FilePlace } from './use-file-places.ts'

const PARTS = 5

interface Props {
  at: FilePlace
  space: FileSpace
  /** Of the space, for what is loaded of it. */
  spaceKey: string
  root: string
  entries: readonly FileEntry[]
  from: string
  messageFor: (folder: string) => string
  onMove: (folder: string, message: string) => void
  onClose: () => void
}

/** Asks for the folder that things go to, from folder to folder. */
export function MoveDialog({ at, space, spaceKey, root, entries, from, messageFor, onMove, onClose }: Props) {
  const t = useTranslations('files')
  const [folder, setFolder] = useState(from)
  const [message, setMessage] = useState<string>()
  const listed = useLoaded(`folders ${spaceKey} ${folder}`, () => folderParts(space, folder, PARTS))
  const folders = listed.data?.entries.filter(({ kind }) => kind === 'folder') ?? []
  const issue = moveIssue(entries, folder)
  return (
    <FormDialog
      title={t('moveTitle', { n: entries.length })}
      size="medium"
      apply={t('moveHere')}
      canApply={issue === undefined && listed.data !== undefined}
      onApply={() => onMove(folder, message ?? messageFor(folder))}
      onClose={onClose}
      data-testid="move-dialog"
    >
      <p className="flex items-center gap-2 text-sm">
        <Icon name="folder" className="size-4 text-link" />
        <span className="min-w-0 flex-1 truncate font-medium">{folder === '' ? root : `${root} / ${folder}`}</span>
        <Button size="small" icon="arrow-up" disabled={folder === ''} onClick={() => setFolder(folderOf(folder))}>
          {t('up')}
        </Button>
      </p>
      <ul className="card h-56 divide-y divide-line overflow-y-auto" aria-label={t('folders')}>
        {folders.map(({ path }) => (
          <li key={path}>
            <button
              type="button"
              className="flex min-h-(--row) w-full items-center gap-2 px-3 text-left text-sm hover:bg-hover disabled:text-muted"
              disabled={entries.some((entry) => entry.path === path)}
              onClick={() => setFolder(path)}
            >
              <Icon name="folder" className="size-4 text-link" />
              <span className="min-w-0 flex-1 truncate">{nameOf(path)}</span>
              <Icon name="chevron-right" className="size-4 text-muted" />
            </button>
          </li>
        ))}
        {listed.data === undefined && !listed.error && <Pending />}
        {folders.length === 0 && listed.data && <li className="px-3 py-2 text-sm text-muted">{t('noFolders')}</li>}
        {listed.error !== undefined && <li className="px-3 py-2 text-sm text-error">{t('notListed')}</li>}
      </ul>
      <p role="status" className="min-h-4 text-xs text-muted">
        {issue && t(`moveIssue.${issue}`)}
      </p>
      <CommitMessage at={at} value={message ?? messageFor(folder)} onChange={setMessage} />
    </FormDialog>
  )
}
