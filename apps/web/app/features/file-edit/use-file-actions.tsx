import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { queryOfFile } from '../../components/file-save/file-address.ts'
import { SaveDialog } from '../../components/file-save/save-dialog.tsx'
import type { SaveOutcome } from '../../components/file-save/file-save.ts'
import { useCommitMessage, usePlaceAccount } from '../../components/file-save/use-place-account.ts'
import { usePlaceName } from '../../components/file-save/use-place-name.ts'
import { versionAt } from '../../components/file-history/restore-version.ts'
import { GitFailureNote } from '../../components/git-accounts/git-failure-note.tsx'
import { gitFailureOf } from '../../components/git-accounts/git-failure-of.ts'
import type { FileAddress } from '../../components/places/place.ts'
import { localizedPath } from '../../lib/locale.ts'
import { type PageAction, usePageActions } from '../../lib/page-actions.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { FileBodyProps } from './file-screen.tsx'
import { languageOfFile } from './file-language.ts'

const HistoryWindow = lazyPart(() =>
  import('../../components/file-history/history-window.tsx').then((part) => part.HistoryWindow),
)
const ConflictWindow = lazyPart(() =>
  import('../../components/file-save/conflict-window.tsx').then((part) => part.ConflictWindow),
)

/** A page whose scripts are on their way takes as long as that to come. */
const LEAVE_MS = 5000

export interface FileActions {
  save: () => void
  remove: () => void
  /** Absent: the place keeps no versions, or there is none of the file yet. */
  history: (() => void) | undefined
  /** The other editor, or the file at another address, with what is typed. */
  open: (path: string, address?: FileAddress) => void
  canSave: boolean
  dialogs: ReactNode
}

/** What is done with a file as a whole, in either editor. */
export function useFileActions({ session, state }: FileBodyProps): FileActions {
  const t = useTranslations('fileEdit')
  const ts = useTranslations('fileSave.save')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const nameOf = usePlaceName()
  const messageOf = useCommitMessage(session.place)
  const { address, place, file } = session
  const { path } = address
  const { isSaving, conflict, isUnkept } = useStore(file.state)
  const [asked, setAsked] = useState<'save' | 'remove' | 'encoding' | 'history'>()
  const { canSave } = session

  const open = (screen: string, at = address) => {
    void session.keepNow()
    session.isCarried = true
    setTimeout(() => (session.isCarried = false), LEAVE_MS)
    void navigate(`${localizedPath(locale, screen)}?${queryOfFile(at)}`)
  }
  const settled = (outcome: SaveOutcome, words: string) => {
    if (!outcome.saved) return
    const commit = place.kind === 'git' && outcome.written?.commit.slice(0, 7)
    showToast({ kind: 'success', text: commit ? ts('savedCommit', { path, commit }) : words })
  }
  const write = (message: string) =>
    void session.save(message).then((outcome) => settled(outcome, ts('saved', { path })))
  const message = messageOf(state.isNew ? 'create' : 'update', path)
  const save = () => {
    if (!canSave) return
    const { written } = session
    if ('unwritable' in written) return setAsked('encoding')
    // This device asks nobody for a message.
    if (place.kind === 'git') setAsked('save')
    else write(message)
  }
  // oxlint-disable react/exhaustive-deps -- the function reads what is current when it runs
  usePageActions(
    useMemo<PageAction[]>(
      () => [{ id: 'file-save', label: t('save'), icon: 'download', keywords: 'save bc baocun', keys: 'mod+s', disabled: !canSave, run: save }],
      [t, session, state, canSave],
    ),
  ) // oxfmt-ignore
  // oxlint-enable react/exhaustive-deps
  useEffect(() => {
    if (isUnkept) showToast({ kind: 'info', text: ts('unkept') })
  }, [isUnkept, ts])

  const { account } = usePlaceAccount(place)
  const space = useMemo(() => place.space(address.root, address.ref), [place, address])
  const restore = async (commit: string) => {
    const then = await versionAt(space, commit, path)
    // It stands in the editor, to be looked at and saved.
    if (then) await session.show(then.bytes)
  }
  const { written } = session
  const dialogs = (
    <>
      {asked === 'save' && (
        <SaveDialog
          address={address}
          placeName={nameOf(place)}
          message={message}
          isQueued={isSaving}
          repository={state.repository}
          onSave={write}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'encoding' && 'unwritable' in written && (
        <ConfirmDialog
          title={t('unwritable.title', { value: written.unwritable, encoding: state.format.encoding })}
          text={t('unwritable.text')}
          confirm={t('unwritable.useUtf8')}
          onConfirm={() => {
            session.writeUtf8()
            setAsked('save')
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      <Suspense>
        {asked === 'history' && (
          <HistoryWindow
            space={space}
            spaceKey={`${place.id} ${address.root} ${address.ref}`}
            path={path}
            onRestore={state.lock || state.offered ? undefined : (commit) => void restore(commit)}
            renderFailure={(error, retry) =>
              account ? (
                <GitFailureNote failure={gitFailureOf(error)} account={account} onRetry={retry} />
              ) : (
                <Button onClick={retry}>{t('again')}</Button>
              )
            }
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
      {asked === 'remove' && (
        <ConfirmDialog
          danger
          title={t('removeTitle', { path })}
          text={t('removeText')}
          confirm={t('remove')}
          onConfirm={() =>
            void session.remove(messageOf('remove', path)).then((outcome) => settled(outcome, ts('removed', { path })))
          }
          onClose={() => setAsked(undefined)}
        />
      )}
      <Suspense>
        {conflict && (
          <ConflictWindow
            key={conflict.theirs?.version ?? ''}
            file={file}
            conflict={conflict}
            place={place}
            language={languageOfFile(path)}
            onText={(bytes) => session.show(bytes)}
            onOutcome={(outcome) => settled(outcome, ts(conflict.mine ? 'saved' : 'removed', { path }))}
            onMoved={(moved) => open('/file-edit', moved)}
          />
        )}
      </Suspense>
    </>
  )
  const history = space.history && !state.isNew ? () => setAsked('history') : undefined
  return { save, remove: () => setAsked('remove'), history, open, canSave, dialogs }
}
