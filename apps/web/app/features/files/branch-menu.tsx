import type { GitBranch, GitHost } from '@switchyard/git-hosts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Pending } from '../../ui/pending.tsx'
import { SearchField } from '../../ui/search-input.tsx'
import { branchNameIssue } from './branch-name.ts'
import { FailureNote } from './failure-note.tsx'
import type { Loaded } from '../../lib/use-loaded.ts'
import type { FilePlace } from './use-file-places.ts'
import { gitFailureOf } from '../../components/git-accounts/git-failure-of.ts'

interface Props {
  at: FilePlace
  host: GitHost
  repository: string
  branch: string
  defaultBranch: string | undefined
  branches: Loaded<GitBranch[]>
  onGo: (branch: string) => void
}

/** Which branch is shown, and what can be done with all of them. */
export function BranchMenu(props: Props) {
  const { branch, branches, onGo } = props
  const t = useTranslations('files')
  const [isOpen, setOpen] = useState(false)
  const shown = branches.data?.find(({ name }) => name === branch)
  return (
    <>
      <Button
        icon={shown?.isProtected ? 'shield-check' : 'git-branch'}
        aria-haspopup="dialog"
        className="max-w-48"
        aria-label={t('branchIs', { name: branch })}
        onClick={() => setOpen(true)}
      >
        <span className="truncate">{branch}</span>
      </Button>
      {isOpen && (
        <BranchDialog
          {...props}
          onGo={(name) => {
            setOpen(false)
            onGo(name)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function BranchDialog({
  at,
  host,
  repository,
  branch,
  defaultBranch,
  branches,
  onGo,
  onClose,
}: Props & { onClose: () => void }) {
  const t = useTranslations('files')
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<{ deletes: GitBranch } | { creates: string }>()
  const [failure, setFailure] = useState<unknown>()
  const wanted = text.trim().toLowerCase()
  const shown = (branches.data ?? []).filter(({ name }) => name.toLowerCase().includes(wanted))
  const act = async (work: () => Promise<void>, after?: () => void) => {
    setFailure(undefined)
    try {
      await work()
      branches.reload()
      after?.()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Dialog
      open
      title={t('branches')}
      onClose={onClose}
      data-testid="branches"
      footer={
        <Button icon="plus" onClick={() => setAsked({ creates: '' })}>
          {t('newBranch')}
        </Button>
      }
    >
      <div className="flex flex-col gap-2">
        {failure !== undefined && (
          <FailureNote failure={gitFailureOf(failure)} at={at} onClose={() => setFailure(undefined)} />
        )}
        <SearchField label={t('searchBranches')} value={text} data-autofocus onChange={setText} />
        {branches.error !== undefined && (
          <FailureNote failure={gitFailureOf(branches.error)} at={at} onRetry={branches.reload} />
        )}
        {branches.isLoading && !branches.data && <Pending />}
        <ul className="card max-h-80 divide-y divide-line overflow-y-auto" aria-label={t('branches')}>
          {shown.map((one) => (
            <li key={one.name} className="flex items-center gap-1 pr-1">
              <button
                type="button"
                aria-current={one.name === branch || undefined}
                className="flex min-h-(--row) min-w-0 flex-1 items-center gap-2 px-3 text-left text-sm hover:bg-hover aria-current:bg-selected"
                onClick={() => onGo(one.name)}
              >
                <Icon name="git-branch" className="size-4 text-muted" />
                <span className="min-w-0 flex-1 truncate">{one.name}</span>
                {one.name === defaultBranch && <Badge tone="quiet">{t('defaultBranch')}</Badge>}
                {one.isProtected && <Badge icon="shield-check">{t('protected')}</Badge>}
              </button>
              <IconButton
                icon={one.isProtected ? 'shield-check' : 'lock'}
                size="small"
                label={t(one.isProtected ? 'unprotect' : 'protect', { name: one.name })}
                onClick={() => void act(() => host.protectBranch(repository, one.name, !one.isProtected))}
              />
              {host.facts.canDeleteBranch && one.name !== defaultBranch && (
                <IconButton
                  icon="trash-2"
                  size="small"
                  label={t('deleteBranch', { name: one.name })}
                  onClick={() => setAsked({ deletes: one })}
                />
              )}
            </li>
          ))}
        </ul>
        {!host.facts.canDeleteBranch && (
          <p className="text-xs text-muted">{t('noDeleteBranch', { host: host.facts.name })}</p>
        )}
      </div>
      {asked && 'deletes' in asked && (
        <DeleteBranch
          branch={asked.deletes.name}
          onDelete={() =>
            void act(
              () => host.deleteBranch(repository, asked.deletes.name),
              // The branch that is shown is there no more.
              () => asked.deletes.name === branch && onGo(defaultBranch ?? ''),
            )
          }
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked && 'creates' in asked && (
        <NewBranch
          from={branch}
          taken={(branches.data ?? []).map(({ name }) => name)}
          onCreate={(name) =>
            void act(
              () => host.createBranch(repository, name, branch),
              () => onGo(name),
            )
          }
          onClose={() => setAsked(undefined)}
        />
      )}
    </Dialog>
  )
}

/** A branch is gone for everybody: its name is typed first. */
function DeleteBranch({ branch, onDelete, onClose }: { branch: string; onDelete: () => void; onClose: () => void }) {
  const t = useTranslations('files')
  const [typed, setTyped] = useState('')
  return (
    <FormDialog
      title={t('deleteBranch', { name: branch })}
      apply={t('delete')}
      canApply={typed === branch}
      onApply={onDelete}
      onClose={onClose}
      alert
      data-testid="delete-branch"
    >
      <p className="text-sm text-muted">{t('deleteBranchNote')}</p>
      <Field label={t('typeBranch', { name: branch })}>
        {(control) => (
          <Input {...control} data-autofocus value={typed} onChange={(event) => setTyped(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  )
}

interface NewBranchProps {
  from: string
  taken: readonly string[]
  onCreate: (name: string) => void
  onClose: () => void
}

function NewBranch({ from, taken, onCreate, onClose }: NewBranchProps) {
  const t = useTranslations('files')
  const [name, setName] = useState('')
  const issue = branchNameIssue(name, taken)
  return (
    <FormDialog
      title={t('newBranch')}
      apply={t('create')}
      canApply={issue === undefined}
      onApply={() => onCreate(name.trim())}
      onClose={onClose}
    >
      <Field
        label={t('name')}
        hint={t('branchFrom', { name: from })}
        error={issue && name !== '' && t(`branchIssue.${issue}`)}
      >
        {(control) => (
          <Input {...control} data-autofocus value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  )
}
