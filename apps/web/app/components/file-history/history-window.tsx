import type { GitCommit } from '@switchyard/git-hosts'
import { nameOf } from '@switchyard/git-hosts/writes'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Pending } from '../../ui/pending.tsx'
import { Select } from '../../ui/select.tsx'
import { useChunk } from '../../ui/use-chunk.ts'
import { usePhrases } from '../config-editor/use-phrases.ts'
import type { DiffEditor } from '../diff/code-diff.ts'
import type { FileSpace } from '../places/place.ts'
import { versionAt } from './restore-version.ts'

const importDiff = () => import('../diff/code-diff.ts')
const BEFORE = 'before'
const NOW = 'now'
const ID_SHOWN = 7

interface Props {
  space: FileSpace
  /** Of the space, for what is loaded of it. */
  spaceKey: string
  path: string
  /** Puts the file back as it was at a commit. Absent: it may not be written. */
  onRestore?: ((commit: string) => void) | undefined
  /** Says why something was not loaded. */
  renderFailure: (error: unknown, retry: () => void) => ReactNode
  onClose: () => void
}

/** The versions of one file, what differs between two of them, and the way back to one. */
export function HistoryWindow({ space, spaceKey, path, onRestore, renderFailure, onClose }: Props) {
  const t = useTranslations('fileHistory')
  const format = useFormatter()
  const { data, error, reload, put } = useLoaded(`history ${spaceKey} ${path}`, async () => space.history!({ path }))
  const [chosen, setChosen] = useState<string>()
  const [against, setAgainst] = useState<string>(BEFORE)
  const [moreError, setMoreError] = useState<unknown>()
  const [isAsking, setAsking] = useState(false)
  const commits = data?.items ?? []
  const shown = commits.find(({ id }) => id === chosen) ?? commits[0]
  const more = async () => {
    setMoreError(undefined)
    try {
      const part = await space.history!({ path, ...(data?.next === undefined ? {} : { page: data.next }) })
      put((known) => ({ ...part, items: [...known.items, ...part.items] }))
    } catch (reason) {
      setMoreError(reason)
    }
  }
  const older = shown && commits[commits.indexOf(shown) + 1]
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
          <Button icon="history" disabled={shown === commits[0]} onClick={() => setAsking(true)}>
            {t('restore')}
          </Button>
        )
      }
    >
      {error !== undefined && renderFailure(error, reload)}
      {!data && error === undefined && <Pending />}
      {data && commits.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
      {shown && (
        <div className="grid gap-4 md:grid-cols-[16rem_minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col gap-2">
            <ul className="card max-h-40 divide-y divide-line overflow-y-auto md:max-h-112" aria-label={t('versions')}>
              {commits.map((commit) => (
                <li key={commit.id}>
                  <button
                    type="button"
                    aria-current={commit === shown || undefined}
                    className="w-full px-3 py-2 text-left hover:bg-hover aria-current:bg-selected"
                    onClick={() => setChosen(commit.id)}
                  >
                    <span className="line-clamp-2 text-sm wrap-anywhere">{commit.message.trim()}</span>
                    <span className="block text-xs text-muted">
                      {[
                        commit.author,
                        format.dateTime(new Date(commit.date), { dateStyle: 'medium', timeStyle: 'short' }),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {moreError !== undefined && renderFailure(moreError, () => void more())}
            {data?.next !== undefined && (
              <Button size="small" onClick={() => void more()}>
                {t('more')}
              </Button>
            )}
          </div>
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
