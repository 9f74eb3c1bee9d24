import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useFailureSentence } from '../../components/file-save/use-failure-sentence.ts'
import { usePlaceAccount } from '../../components/file-save/use-place-account.ts'
import { usePlaceName } from '../../components/file-save/use-place-name.ts'
import { GitFailureNote } from '../../components/git-accounts/git-failure-note.tsx'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { FileBodyProps } from './file-screen.tsx'
import type { FileActions } from './use-file-actions.tsx'

/** Failures after which the next step is in the settings. */
const IN_SETTINGS: ReadonlySet<string> = new Set(['token-invalid', 'scope-missing', 'host-refuses-browsers'])

/** What stands above the text: a draft of before, why nothing can be saved, why the last save came to nothing. */
export function FileNotes({ session, state, actions }: FileBodyProps & { actions: FileActions }) {
  const t = useTranslations('fileEdit')
  const ts = useTranslations('fileSave.save')
  const format = useFormatter()
  const sentence = useFailureSentence()
  const nameOf = usePlaceName()
  const { failure } = useStore(session.file.state)
  const { offered, lock, isNew } = state
  const { account } = usePlaceAccount(session.place)
  const mayBranch = session.place.host !== undefined && (lock === 'branch' || lock === 'no-branch' || failure?.code === 'protected') // oxfmt-ignore
  const look = async () => {
    const { saved } = await session.file.look()
    const { conflict, failure: again } = session.file.state.get()
    if (!saved && !conflict && !again) showToast({ kind: 'info', text: ts('lookedAbsent') })
  }
  return (
    <>
      {offered && (
        <Banner icon="history" text={t('draft.text', { time: format.dateTime(offered.savedAt, { dateStyle: 'medium', timeStyle: 'short' }) })}>
          <Button look="solid" size="small" data-testid="draft-restore" onClick={() => void session.answerDraft(true)}>
            {t('draft.restore')}
          </Button>
          <Button size="small" data-testid="draft-drop" onClick={() => void session.answerDraft(false)}>
            {t('draft.drop')}
          </Button>
        </Banner>
      )}
      {lock && (
        <Banner icon="lock" text={t(`lock.${lock}`, { name: session.address.ref })}>
          {mayBranch && <ToBranch session={session} actions={actions} />}
        </Banner>
      )}
      {state.format.isDamaged && <Banner icon="alert-triangle" isWarning text={t('damaged')} />}
      {isNew && !offered && !session.isDirty && <Banner icon="info" text={t('isNew')} />}
      {failure && account && IN_SETTINGS.has(failure.code) && (
        <div className="border-b border-line p-2">
          <GitFailureNote failure={failure} account={account} onRetry={actions.save} />
        </div>
      )}
      {failure && !(account && IN_SETTINGS.has(failure.code)) && (
        <div role="alert" className="flex flex-wrap items-center gap-2 border-b border-line bg-error-soft px-4 py-2 text-sm" data-testid="save-failure">
          <span className="min-w-0 flex-1 basis-60">{sentence(failure, nameOf(session.place))}</span>
          {failure.mayBeWritten ? (
            <Button size="small" onClick={() => void look()}>
              {ts('look')}
            </Button>
          ) : (
            <Button size="small" onClick={actions.save}>
              {ts('retry')}
            </Button>
          )}
          {failure.code === 'protected' && mayBranch && <ToBranch session={session} actions={actions} />}
        </div>
      )}
    </>
  ) // oxfmt-ignore
}

/** Goes on with the same text on a branch that takes changes. */
function ToBranch({ session, actions }: Pick<FileBodyProps, 'session'> & { actions: FileActions }) {
  const t = useTranslations('fileEdit.branch')
  const sentence = useFailureSentence()
  const nameOf = usePlaceName()
  const [name, setName] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const create = async () => {
    const branch = name?.trim() ?? ''
    const moved = await session.moveToBranch(branch)
    if ('address' in moved) return actions.open('/file-edit', moved.address)
    // The question is asked again, with what is wrong with its answer.
    setFailure(sentence(moved.failure, nameOf(session.place)))
    setName(branch)
  }
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          setFailure(undefined)
          setName(t('suggested'))
        }}
      >
        {t('open')}
      </Button>
      {name !== undefined && (
        <FormDialog
          title={t('open')}
          apply={t('create')}
          canApply={name.trim() !== ''}
          onApply={() => void create()}
          onClose={() => setName(undefined)}
        >
          <Field label={t('name')} error={failure}>
            {(control) => (
              <Input {...control} value={name} data-autofocus onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
        </FormDialog>
      )}
    </>
  )
}
