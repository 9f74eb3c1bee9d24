import type { FileDifference } from '@switchyard/git-hosts'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Pending } from '../../ui/pending.tsx'
import { CommitList, type HistoryOf, type ShownFailure, useCommits } from './commit-list.tsx'
import { type PatchLine, patchLines } from './patch-lines.ts'

/** More lines of one file make the page slow. */
const LINES_MAX = 1000

interface Props extends HistoryOf {
  /** What the window is about: a folder, a repository. */
  name: string
  /** A path as lists of files show it. */
  shownAs: (path: string) => string
  /** Opens the history of one file. */
  onFile: (path: string) => void
  renderFailure: ShownFailure
  onClose: () => void
}

/** Lists the commits of a branch or folder, and shows the changed files of the selected commit. */
export function CommitsWindow({ name, onClose, renderFailure, ...of }: Props) {
  const t = useTranslations('fileHistory')
  const { commits, error, reload, more, moreError } = useCommits(of)
  const [chosen, setChosen] = useState<string>()
  const shown = commits?.find(({ id }) => id === chosen) ?? commits?.[0]
  return (
    <Dialog open size="large" title={t('title', { name })} onClose={onClose} data-testid="commits-window">
      {error !== undefined && renderFailure(error, reload)}
      {!commits && error === undefined && <Pending />}
      {commits && !shown && <p className="text-sm text-muted">{t('none')}</p>}
      {commits && shown && (
        <div className="grid gap-4 md:grid-cols-[16rem_minmax(0,1fr)]">
          <CommitList label={t('commits')} {...{ commits, shown, more, moreError, renderFailure }} onShow={setChosen} />
          <Changes key={shown.id} {...of} id={shown.id} renderFailure={renderFailure} />
        </div>
      )}
    </Dialog>
  )
}

/** What one commit changed. */
function Changes({
  space,
  spaceKey,
  id,
  shownAs,
  onFile,
  renderFailure,
}: Omit<Props, 'name' | 'onClose'> & { id: string }) {
  const t = useTranslations('fileHistory')
  const { data, error, reload } = useLoaded(`commit ${spaceKey} ${id}`, async () => space.commit!(id))
  if (error !== undefined) return renderFailure(error, reload)
  if (!data) return <Pending />
  return (
    <div className="flex min-w-0 flex-col gap-2" data-testid="commit-changes">
      <p className="text-xs text-muted">{t('files', { n: data.files.length })}</p>
      <ul className="flex flex-col gap-2">
        {data.files.map((file) => (
          <li key={file.path}>
            <ChangedFile file={file} isOpen={data.files.length === 1} shownAs={shownAs} onFile={onFile} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const LOOKS: Readonly<Record<FileDifference['change'], { tone: Tone; icon: IconName }>> = {
  added: { tone: 'success', icon: 'plus' },
  changed: { tone: 'info', icon: 'pencil' },
  removed: { tone: 'error', icon: 'trash-2' },
  moved: { tone: 'quiet', icon: 'arrow-right' },
}

interface FileProps extends Pick<Props, 'shownAs' | 'onFile'> {
  file: FileDifference
  isOpen: boolean
}

function ChangedFile({ file: { path, previousPath, change, patch }, isOpen, shownAs, onFile }: FileProps) {
  const t = useTranslations('fileHistory')
  const { lines, added, removed } = useMemo(() => patchLines(patch ?? ''), [patch])
  const { tone, icon } = LOOKS[change]
  return (
    <details open={isOpen} className="card">
      <summary className="target cursor-pointer px-3 py-2 text-sm">
        <Badge tone={tone} icon={icon} className="mr-2">
          {t(`change.${change}`)}
        </Badge>
        <span className="font-mono text-[0.8125rem] wrap-anywhere">{shownAs(path)}</span>
        <span className="ml-2 text-xs text-muted tabular-nums">
          {lines.length > 0 && `+${added} −${removed}`}
          {previousPath !== undefined && ` ${t('from', { path: previousPath })}`}
        </span>
      </summary>
      <div className="flex flex-col gap-2 border-t border-line p-2">
        {lines.length === 0 ? <p className="text-xs text-muted">{t('noLines')}</p> : <Patch lines={lines} />}
        {change !== 'removed' && shownAs(path) === path && (
          <Button size="small" icon="history" className="self-start" onClick={() => onFile(path)}>
            {t('ofFile')}
          </Button>
        )}
      </div>
    </details>
  )
}

const COLOURS: Readonly<Record<PatchLine['kind'], string>> = {
  added: 'bg-success-soft text-success',
  removed: 'bg-error-soft text-error',
  kept: '',
  gap: 'bg-hover text-muted',
}
const SIGNS: Readonly<Record<PatchLine['kind'], string>> = { added: '+ ', removed: '- ', kept: '  ', gap: '' }

function Patch({ lines }: { lines: readonly PatchLine[] }) {
  const t = useTranslations('fileHistory')
  return (
    <div tabIndex={0} role="region" aria-label={t('lines')} className="max-h-80 overflow-auto font-mono text-xs">
      <div className="w-max min-w-full">
        {lines.slice(0, LINES_MAX).map(({ kind, text }, at) => (
          <div key={at} className={`whitespace-pre ${COLOURS[kind]}`}>
            {SIGNS[kind]}
            {text}
          </div>
        ))}
      </div>
      {lines.length > LINES_MAX && <p className="text-muted">{t('moreLines', { n: lines.length - LINES_MAX })}</p>}
    </div>
  )
}
