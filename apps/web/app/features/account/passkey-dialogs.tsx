import { useId, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../components/api-call/api-failure.ts'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { addPasskey } from '../../components/sign-in/passkeys.ts'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useProof } from './use-proof.tsx'

interface Props {
  onDone: () => void
  onClose: () => void
}

/** Asks what a new passkey is called, and has the browser make it. */
export function NewPasskeyDialog({ onDone, onClose }: Props) {
  const t = useTranslations('account')
  const [notMade, setNotMade] = useState<string>()
  const { isBusy, failure, submit } = useSubmit()
  const { prove, dialog } = useProof()
  const make = async (label: string) => {
    setNotMade(undefined)
    let outcome: Awaited<ReturnType<typeof addPasskey>> | undefined
    await submit(async () => {
      outcome = await prove(() => addPasskey(label))
    })
    if (outcome === 'known') setNotMade(t('passkeyKnown'))
    if (outcome === 'not chosen') setNotMade(t('passkeyNotMade'))
    if (outcome !== 'added') return
    showToast({ kind: 'success', text: t('passkeyAdded') })
    onDone()
    onClose()
  }
  return (
    <>
      <NameDialog
        title={t('addPasskey')}
        apply={t('goOn')}
        isBusy={isBusy}
        failure={notMade === undefined ? failure : { text: notMade }}
        onApply={make}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}

/** Calls a passkey by another name: its authenticator does not know it. */
export function RenamePasskeyDialog({ passkey, onDone, onClose }: Props & { passkey: { id: string; label: string } }) {
  const t = useTranslations('account')
  const { isBusy, failure, submit } = useSubmit()
  const rename = async (label: string) => {
    const params = { id: passkey.id }
    if (!(await submit(() => call('PATCH /api/profile/methods/:id', { params, body: { label }, quiet: true })))) return
    onDone()
    onClose()
  }
  return (
    <NameDialog
      title={t('renamePasskey')}
      apply={t('save')}
      name={passkey.label}
      isBusy={isBusy}
      failure={failure}
      onApply={rename}
      onClose={onClose}
    />
  )
}

interface NameDialogProps {
  title: string
  apply: string
  name?: string
  isBusy: boolean
  failure: Failure | undefined
  onApply: (name: string) => Promise<void>
  onClose: () => void
}

function NameDialog({ title, apply, name: before = '', isBusy, failure, onApply, onClose }: NameDialogProps) {
  const t = useTranslations('account')
  const formId = useId()
  const [name, setName] = useState(before)
  const isReady = name.trim() !== '' && name.trim() !== before
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) void onApply(name.trim())
  }
  return (
    <Dialog
      open
      size="small"
      title={title}
      dirty={name !== before}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="solid" type="submit" form={formId} disabled={!isReady || isBusy}>
            {apply}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-3" onSubmit={send}>
        <FormFailure failure={failure} />
        <Field label={t('passkeyName')} hint={t('passkeyNameHint')}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={40}
              data-autofocus
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
