import { useId, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../../components/api-call/use-submit.ts'
import { gitAccounts } from '../../../components/git-accounts/browser-git-accounts.ts'
import { PASSPHRASE_MIN } from '../../../lib/device-lock.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'

/** Another passphrase for the kept tokens. */
export function ChangePassphrase({ onClose }: { onClose: () => void }) {
  const t = useTranslations('gitAccounts')
  const tu = useTranslations('ui')
  const id = useId()
  const [typed, setTyped] = useState({ present: '', next: '', again: '' })
  const [mistake, setMistake] = useState<'present' | 'next' | 'again'>()
  const { isBusy, failure, submit } = useSubmit()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { present, next, again } = typed
    const found = Array.from(next).length < PASSPHRASE_MIN ? 'next' : next !== again ? 'again' : undefined
    setMistake(found)
    if (found) return
    void submit(async () => {
      if (await gitAccounts.changePassphrase(present, next)) onClose()
      else setMistake('present')
    })
  }
  const field = (name: keyof typeof typed, label: string, error: string) => (
    <Field label={label} error={mistake === name && error}>
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete={name === 'present' ? 'current-password' : 'new-password'}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <Dialog
      open
      size="small"
      title={t('changePassphrase')}
      dirty={Object.values(typed).some(Boolean)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{tu('cancel')}</Button>
          <Button look="solid" type="submit" form={id} disabled={isBusy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={save}>
        <FormFailure failure={failure} />
        {field('present', t('passphrasePresent'), t('passphraseWrong'))}
        {field('next', t('passphraseNew'), t('passphraseShort', { count: PASSPHRASE_MIN }))}
        {field('again', t('passphraseAgain'), t('passphraseDiffers'))}
      </form>
    </Dialog>
  )
}
