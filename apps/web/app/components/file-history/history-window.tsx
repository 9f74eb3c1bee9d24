import type { GitCommit } from '@switchyard/git-hosts'
import { nameOf } from '@switchyard/git-hosts/writes'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Pending } from '../../ui/pending.tsx'
import { Select } from '../../ui/select.tsx'
import { useChunk } from '../../ui/use-chunk.ts'
import { usePhrases } from '../config-editor/use-phrases.ts'
import type { DiffEditor } from '../diff/code-diff.ts'
import { CommitList, type HistoryOf, type ShownFailure, useCommits } from './commit-list.tsx'
import { versionAt } from './restore-version.ts'

const importDiff = () => import('../diff/code-diff.ts')
const BEFORE = 'before'
const NOW = 'now'
const ID_SHOWN = 7

interface Props extends HistoryOf {
  /** Puts the file back as it was at a commit. Absent: it may not be written. */
  onRestore?: ((commit: string) => void) | undefined
  renderFailure: ShownFailure
  onClose: () => void
}

/** The versions of one file, what differs between two of them, and the way back to one. */
export function HistoryWindow({ space, spaceKey, path, onRestore, renderFailure, onClose }: Props) {
  const t = useTranslations('fileHistory')
  const { commits, error, reload, more, moreError } = useCommits({ space, spaceKey, path })
  const [chosen, setChosen] = useState<string>()
  const [against, setAgainst] = useState<string>(BEFORE)
  const [isAsking, setAsking] = useState(false)
  const shown = commits?.find(({ id }) => id === chosen) ?? commits?.[0]
  const older = shown && commits?.[commits.indexOf(shown) + 1]
  return (
    <Dialog
      open
      size="large"
      title={t('title', { name: nameOf(path) })}
      onClose={onClose}
      data-testid="history-window"
      footer={
        onRestore &&
        shown && (
          <Button icon="history" disabled={shown === commits?.[0]} onClick={() => setAsking(true)}>
            {t('restore')}
          </Button>
        )
      }
    >
      {error !== undefined && renderFailure(error, reload)}
      {!commits && error === undefined && <Pending />}
      {commits && !shown && <p className="text-sm text-muted">{t('none')}</p>}
      {commits && shown && (
        <div className="grid gap-4 md:grid-cols-[16rem_minmax(0,1fr)]">
          <CommitList
            label={t('versions')}
            {...{ commits, shown, more, moreError, renderFailure }}
            onShow={setChosen}
          />
          <div className="flex min-w-0 flex-col gap-2">
            <Field label={t('against')}>
              {(control) => (
                <Select
                  {...control}
                  value={against}
                  onChange={setAgainst}
                  choices={[
                    { value: BEFORE, label: t('before') },
                    { value: NOW, label: t('now') },
                    ...commits
                      .filter((commit) => commit !== shown)
                      .map((commit) => ({
                        value: commit.id,
                        label: `${commit.id.slice(0, ID_SHOWN)} ${commit.message.trim()}`,
                      })),
                  ]}
                />
              )}
            </Field>
            <Versions
              key={`${shown.id} ${against}`}
              space={space}
              spaceKey={spaceKey}
              path={path}
              shown={shown}
              older={older}
              against={against}
              renderFailure={renderFailure}
            />
          </div>
        </div>
      )}
      {isAsking && shown && (
        <ConfirmDialog
          title={t('restoreAsk')}
          text={t('restoreNote')}
          confirm={t('restore')}
          onConfirm={() => {
            onClose()
            onRestore?.(shown.id)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  )
}

interface VersionsProps extends Pick<Props, 'space' | 'spaceKey' | 'path' | 'renderFailure'> {
  shown: GitCommit
  older: GitCommit | undefined
  against: string
}

/** What differs between the chosen version and another one. */
function Versions({ space, spaceKey, path, shown, older, against, renderFailure }: VersionsProps) {
  const t = useTranslations('fileHistory')
  const other = against === BEFORE ? older?.id : against
  const { data, error, reload } = useLoaded(`versions ${spaceKey} ${path} ${shown.id} ${other ?? ''}`, async () => {
    const bytesOf = async (id: string | undefined) =>
      id === undefined ? undefined : (await versionAt(space, id, path))?.bytes
    const then = against === NOW ? (await space.read(path)).bytes : await bytesOf(other)
    return { before: textOf(then), after: textOf(await bytesOf(shown.id)) }
  })
  if (error !== undefined) return renderFailure(error, reload)
  if (!data) return <Pending />
  const { before, after } = data
  if (before === undefined || after === undefined) return <p className="text-sm text-muted">{t('binary')}</p>
  if (before === after) return <p className="text-sm text-muted">{t('same')}</p>
  // A version on the left is the older one, so what is gone is red.
  return against === NOW ? <Diff before={after} after={before} /> : <Diff before={before} after={after} />
}

function Diff({ before, after }: { before: string; after: string }) {
  const t = useTranslations('fileHistory')
  const host = useRef<HTMLDivElement>(null)
  const { chunk, retry } = useChunk(importDiff, true)
  const [stat, setStat] = useState<DiffEditor['stat']>()
  const phrases = useEffectEvent(usePhrases())
  const label = useEffectEvent(() => t('diff'))
  useEffect(() => {
    if (!chunk || !host.current) return
    const diff = chunk.createDiff(host.current, {
      before,
      after,
      language: undefined,
      sideBySide: false,
      label: label(),
      phrases: phrases(),
    })
    setStat(diff.stat)
    return () => diff.destroy()
  }, [chunk, before, after])
  return (
    <>
      <p role="status" className="text-xs text-muted tabular-nums">
        {stat && t('stat', stat)}
      </p>
      {retry && <Button onClick={retry}>{t('again')}</Button>}
      <div ref={host} className="max-h-96 overflow-y-auto rounded-md border border-line" data-testid="history-diff" />
    </>
  )
}

/** Undefined: it is no text. A file that was not there is an empty one. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes?.includes(0)) return undefined
  return new TextDecoder().decode(bytes)
}
