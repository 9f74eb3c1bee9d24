import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type LockState, PASSPHRASE_MIN } from '../../lib/device-lock.ts'
import { Field, Input } from '../../ui/field.tsx'
import { gitAccounts } from './browser-git-accounts.ts'

/** What a passphrase is asked for: to open the lock, or to make it. */
export interface PassphraseState {
  fields: ReactNode
  isTouched: boolean
  /** Opens or makes the lock. False: what was typed is wrong, and the fields say so. */
  open: () => Promise<boolean>
}

/** Asks for the passphrase of the kept tokens as far as it is needed: once if there is a lock, twice if there is none. */
export function usePassphrase(lock: LockState): PassphraseState {
  const t = useTranslations('gitAccounts')
  const [typed, setTyped] = useState('')
  const [again, setAgain] = useState('')
  const [mistake, setMistake] = useState<'passphraseShort' | 'passphraseDiffers' | 'passphraseWrong'>()
  const open = async () => {
    if (lock === 'open') return true
    const isNew = lock === 'none'
    const found =
      isNew && Array.from(typed).length < PASSPHRASE_MIN
        ? 'passphraseShort'
        : isNew && typed !== again
          ? 'passphraseDiffers'
          : undefined
    setMistake(found)
    if (found) return false
    if (isNew) await gitAccounts.setPassphrase(typed)
    else if (!(await gitAccounts.unlock(typed))) {
      setMistake('passphraseWrong')
      return false
    }
    return true
  }
  const field = (label: string, value: string, onChange: (value: string) => void, error?: string, hint?: string) => (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete={lock === 'none' ? 'new-password' : 'current-password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
  const said = mistake && t(mistake, { count: PASSPHRASE_MIN })
  const [first, second] = mistake === 'passphraseDiffers' ? [undefined, said] : [said, undefined]
  const fields = lock !== 'open' && (
    <>
      {field(t('passphrase'), typed, setTyped, first, lock === 'none' ? t('passphraseHint') : undefined)}
      {lock === 'none' && field(t('passphraseAgain'), again, setAgain, second)}
    </>
  )
  return { fields, isTouched: typed !== '' || again !== '', open }
}
