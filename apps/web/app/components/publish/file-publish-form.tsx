import { outputFacts } from '@switchyard/convert/facts'
import type { FileContent, GitFailure } from '@switchyard/git-hosts'
import type { OutputId } from '@switchyard/recipe/model'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { isoDay } from '../../lib/iso-day.ts'
import { localizedPath } from '../../lib/locale.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Field, Input } from '../../ui/field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { queryOfFile } from '../file-save/file-address.ts'
import { deviceFileDrafts } from '../file-save/file-drafts.ts'
import { FileSave, type FileSaveState } from '../file-save/file-save.ts'
import { COMMIT_MESSAGE_MAX, commitMessage } from '../git-accounts/commit-message.ts'
import { gitFailureOf } from '../git-accounts/git-failure-of.ts'
import type { FileAddress, Place } from '../places/place.ts'
import { FileChangeView } from './file-change-view.tsx'
import { FILE_PATTERN_MAX, pathBy, patternMistake } from './positions.ts'
import { type FilePublished, publishedBy, publishFile, whatStands } from './publish-file.ts'
import { useSettled } from './use-settled.ts'

const ConflictWindow = lazyPart(async () => (await import('../file-save/conflict-window.tsx')).ConflictWindow)

/** What is written into a place. */
export interface PublishedContent {
  blob: Blob
  /** Of its nodes; absent where nobody counted them. */
  counts?: { nodes: number; skipped: number }
}

/** What can be done with a form now. */
export interface PublishFormState {
  canPublish: boolean
  isBusy: boolean
  isUpdate: boolean
}

/** A file that was published, and what it was made of. */
export interface PublishedAt {
  outcome: FilePublished
  address: FileAddress
  /** As the person calls it. */
  name: string
  nodes: number
  skipped: number
}

interface Props {
  formId: string
  /** What it is called, where that is known already. */
  name: string
  client: OutputId
  file: () => Promise<PublishedContent | undefined>
  place: Place
  /** Where in the place; undefined while that is not chosen. */
  at: Pick<FileAddress, 'root' | 'ref'> | undefined
  pattern: string
  /** What a commit says unless somebody says otherwise; absent: the place has none. */
  message?: string
  /** What is said of who can read it was agreed to. */
  isAllowed: boolean
  /** The fields that choose where it goes. */
  target: ReactNode
  /** Who can read it. */
  audience: ReactNode
  renderFailure: (failure: GitFailure, retry: () => void) => ReactNode
  onState: (state: PublishFormState) => void
  onDirty: () => void
  onDone: (published: PublishedAt) => void
}

const SETTLED_MS = 500
const NO_SAVE = createStore<FileSaveState>({
  base: undefined,
  isSaving: false,
  failure: undefined,
  conflict: undefined,
  isUnkept: false,
})

/** Puts a file where a person keeps files, after they have seen what it changes there. A save that somebody beat opens the conflict. */
export function FilePublishForm(props: Props) {
  const { formId, client, file, place, at, isAllowed, renderFailure, onState, onDirty, onDone } = props
  const t = useTranslations('filePublish')
  const locale = useRouteLocale()
  const [name, setName] = useState(props.name)
  const [pattern, setPattern] = useState(props.pattern)
  const [typedMessage, setMessage] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [content, setContent] = useContent(file)

  const [today] = useState(() => isoDay(new Date()).replaceAll('-', ''))
  const facts = outputFacts(client).file
  const mistake = patternMistake(pattern, 'git')
  const parts = { name: name.trim() || facts.name, client: facts.name, date: today }
  const path = mistake ? '' : pathBy(pattern, parts, facts.extension)
  const message = typedMessage ?? commitMessage(props.message ?? t('usualMessage'), path)

  const key = at && path !== '' ? JSON.stringify([place.id, at.root, at.ref, path]) : undefined
  const settled = useSettled(key, SETTLED_MS)
  const stands = useLoaded<{ content: FileContent | undefined }>(
    settled === undefined ? undefined : `stands.${settled}`,
    async () => ({ content: at && (await whatStands(place.space(at.root, at.ref), path)) }),
  )
  const seen = settled === key && !stands.isLoading ? stands.data : undefined
  // It stays the same through every try: a save whose answer was lost is looked for by the next one.
  const save = useMemo(() => {
    if (!seen || settled === undefined) return undefined
    const [, root = '', ref = '', path = ''] = parsed(settled)
    const address = { place: place.id, root, ref, path }
    return new FileSave({ space: place.space(root, ref), address, drafts: deviceFileDrafts, base: seen.content })
  }, [place, settled, seen])
  const { base, failure, conflict } = useStore(save?.state ?? NO_SAVE)

  const canPublish = content !== undefined && save !== undefined && isAllowed && message.trim() !== '' && !stands.error
  const isUpdate = base !== undefined
  useEffect(() => onState({ canPublish, isBusy, isUpdate }), [onState, canPublish, isBusy, isUpdate])
  const finish = (outcome: FilePublished | undefined, address = save?.address) => {
    if (!outcome || !address || !content) return
    onDone({ outcome, address, name: name.trim() || address.path, nodes: content.nodes, skipped: content.skipped })
  }
  // A text with both edits is what is published from now on; where theirs stays, mine is compared with it.
  // oxlint-disable-next-line require-await -- other editors wait for it
  const takeText = async (bytes: Uint8Array<ArrayBuffer> | undefined) => {
    if (content && bytes && bytes !== conflict?.theirs?.bytes) setContent({ ...content, bytes })
  }
  const publish = async () => {
    if (!canPublish || isBusy) return
    setBusy(true)
    try {
      finish(await publishFile(save, content.bytes, message.trim()))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void publish()
        }}
      >
        {props.target}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('name')}>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={64}
                placeholder={facts.name}
                onChange={(event) => {
                  setName(event.target.value)
                  onDirty()
                }}
              />
            )}
          </Field>
          <Field label={t('path')} error={mistake && t(`pathMistake.${mistake}`)} hint={path}>
            {(control) => (
              <Input
                {...control}
                value={pattern}
                maxLength={FILE_PATTERN_MAX}
                onChange={(event) => {
                  setPattern(event.target.value)
                  onDirty()
                }}
              />
            )}
          </Field>
        </div>
        {props.message !== undefined && (
          <Field label={t('message')}>
            {(control) => (
              <Input
                {...control}
                value={message}
                maxLength={COMMIT_MESSAGE_MAX}
                onChange={(event) => {
                  setMessage(event.target.value)
                  onDirty()
                }}
              />
            )}
          </Field>
        )}
        {props.audience}
        {save && content && <FileChangeView path={path} before={base?.bytes} after={content.bytes} />}
        {stands.error !== undefined && renderFailure(gitFailureOf(stands.error), stands.reload)}
        {failure && save && (
          <>
            {renderFailure(failure, () => void publish())}
            <p className="text-sm text-muted" data-testid="publish-draft">
              {t('draftKept')}{' '}
              <Link to={`${localizedPath(locale, '/file-edit')}?${queryOfFile(save.address)}`} className="text-link">
                {t('openDraft')}
              </Link>
            </p>
          </>
        )}
      </form>
      <Suspense>
        {conflict && save && (
          <ConflictWindow
            key={conflict.theirs?.version ?? ''}
            file={save}
            conflict={conflict}
            place={place}
            onText={takeText}
            onOutcome={(outcome) => finish(publishedBy(outcome, conflict.theirs !== undefined))}
            onMoved={(address, { commit }) => finish({ kind: 'created', commit }, address)}
          />
        )}
      </Suspense>
    </>
  )
}

/** The parts of a key that was made here. */
const parsed = (key: string): string[] => JSON.parse(key)

interface Content {
  bytes: Uint8Array<ArrayBuffer>
  nodes: number
  skipped: number
}

function useContent(file: Props['file']) {
  const [content, setContent] = useState<Content>()
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      const made = await file()
      const bytes = made && new Uint8Array(await made.blob.arrayBuffer())
      if (isWanted && bytes) setContent({ bytes, ...(made.counts ?? { nodes: 0, skipped: 0 }) })
    }
    void read()
    return () => {
      isWanted = false
    }
    // What is published is what was there when the window was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return [content, setContent] as const
}
