import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { GitAccount } from '../git-accounts/git-account.ts'
import { GitFailureNote } from '../git-accounts/git-failure-note.tsx'
import { TokenGate } from '../git-accounts/token-gate.tsx'
import { useGitAccounts } from '../git-accounts/use-git-accounts.ts'
import type { DecodedText } from '@switchyard/sources'
import { GitAccountField, GitFileFields, useGitFile } from './git-file-fields.tsx'
import type { FileAddress } from './place.ts'
import { useFileReading } from './use-file-reading.ts'

interface Props {
  title: string
  /** On the button that reads it. */
  apply: string
  /** It was read; the dialog closes by itself. */
  onRead: (text: DecodedText, address: FileAddress) => void
  onClose: () => void
}

/** Reads a file of a repository. */
export function GitFileDialog(props: Props) {
  const t = useTranslations('gitAccounts')
  const locale = useRouteLocale()
  const known = useGitAccounts()
  const formId = useId()
  const [chosen, setChosen] = useState<string>()
  const [canRead, setCanRead] = useState(false)
  if (!known) return null
  const { accounts } = known
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0]
  return (
    <Dialog
      open
      size="small"
      title={props.title}
      onClose={props.onClose}
      data-testid="git-file-dialog"
      footer={
        <>
          <Button onClick={props.onClose}>{t('cancel')}</Button>
          <Button look="solid" type="submit" form={formId} disabled={!canRead}>
            {props.apply}
          </Button>
        </>
      }
    >
      {account ? (
        <div className="flex flex-col gap-4">
          <GitAccountField accounts={accounts} account={account} onChange={setChosen} />
          <TokenGate account={account}>
            <FileForm key={account.id} {...props} account={account} formId={formId} onCanRead={setCanRead} />
          </TokenGate>
        </div>
      ) : (
        <EmptyState icon="key-round" text={t('fileNoAccount')}>
          <Link to={localizedPath(locale, '/settings/github')} className={buttonClass('solid')} onClick={props.onClose}>
            {t('toAccounts')}
          </Link>
        </EmptyState>
      )}
    </Dialog>
  )
}

interface FormProps extends Props {
  account: GitAccount
  formId: string
  onCanRead: (canRead: boolean) => void
}

function FileForm({ account, formId, onCanRead, onRead, onClose }: FormProps) {
  const t = useTranslations('gitAccounts')
  const [choice, setChoice] = useState({
    repository: account.repository ?? '',
    branch: account.branch ?? '',
    path: account.folder ? `${account.folder}/` : '',
  })
  const address = useGitFile(account, choice)
  const { failed, forget, onSubmit } = useFileReading(address, { onCanRead, onRead, onClose })
  return (
    <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
      <GitFileFields
        account={account}
        choice={choice}
        onChange={(next) => {
          setChoice(next)
          forget()
        }}
      />
      {failed && 'place' in failed && <GitFailureNote failure={failed.place} account={account} />}
      {failed && 'file' in failed && (
        <p role="alert" className="text-sm text-error">
          {t(failed.file === 'too-large' ? 'fileTooLarge' : 'fileNoText')}
        </p>
      )}
    </form>
  )
}
