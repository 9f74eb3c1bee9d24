import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { PASSPHRASE_MIN } from '../../lib/device-lock.ts'
import type { DeviceItems } from './device-items.ts'
import { useItemSubmit } from './use-item-submit.ts'

/** What is done to the passphrase. */
export type PassphraseTask = 'set' | 'change' | 'remove'

interface DialogProps {
  items: DeviceItems
  question: PassphraseTask
  onClose: () => void
}

const SETS: ReadonlySet<PassphraseTask> = new Set<PassphraseTask>(['set', 'change'])

/** Sets, changes or takes away the passphrase. */
export function PassphraseDialog({ items, question, onClose }: DialogProps) {
  const t = useTranslations('subscribe')
  const [present, setPresent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isTried, setTried] = useState(false)
  const { isBusy, failure, submit } = useItemSubmit()
  const isNew = SETS.has(question)
  const isShort = Array.from(next).length < PASSPHRASE_MIN
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setWrong(false)
    if (isNew && (isShort || next !== again)) return
    let isRight = true
    const isDone = await submit(async () => {
      if (question === 'set') await items.setPassphrase(next)
      else if (question === 'change') isRight = await items.changePassphrase(present, next)
      else isRight = await items.removePassphrase(present)
    })
    if (isDone && isRight) onClose()
    else setWrong(!isRight)
  }
  const field = (label: string, value: string, onChange: (value: string) => void, error?: string | false) => (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete={label === t('passphrasePresent') ? 'current-password' : 'new-password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
  return (
    <Dialog
      open
      size="small"
      title={t(`${question}Passphrase`)}
      dirty={present !== '' || next !== ''}
      onClose={onClose}
      data-testid="passphrase-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="solid" type="submit" form="passphrase" disabled={isBusy}>
            {t(question === 'remove' ? 'removePassphrase' : 'save')}
          </Button>
        </>
      }
    >
      <form id="passphrase" noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        <p className="text-muted">{t(`${question}PassphraseText`)}</p>
        <FormFailure failure={failure} />
        {question !== 'set' && field(t('passphrasePresent'), present, setPresent, isWrong && t('passphraseWrong'))}
        {isNew &&
          field(
            t('passphraseNew'),
            next,
            setNext,
            isTried && isShort && t('passphraseShort', { count: PASSPHRASE_MIN }),
          )}
        {isNew && field(t('passphraseAgain'), again, setAgain, isTried && next !== again && t('passphraseDiffers'))}
      </form>
    </Dialog>
  )
}
