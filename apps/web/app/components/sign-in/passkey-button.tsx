import { useTranslations } from 'use-intl'
import type { SessionUser } from '@switchyard/contract'
import { FormFailure } from '../api-call/form-failure.tsx'
import { useSubmit } from '../api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { signInWithPasskey } from './passkeys.ts'

interface Props {
  label: string
  onUser: (user: SessionUser) => void
  /** The browser's dialog was closed, or the passkey opens no account. */
  onNone?: () => void
}

/** Signs in with a passkey that the person picks in a dialog of the browser. */
export function PasskeyButton({ label, onUser, onNone }: Props) {
  const t = useTranslations('account')
  const { isBusy, failure, submit } = useSubmit()
  const ask = async () => {
    let user: SessionUser | undefined
    await submit(async () => {
      user = await signInWithPasskey('dialog')
    })
    if (user) onUser(user)
    else onNone?.()
  }
  return (
    <>
      <FormFailure failure={failure?.code === 'wrong-credentials' ? { text: t('passkeyRefused') } : failure} />
      <Button icon="key-round" size="large" disabled={isBusy} className="justify-center" onClick={() => void ask()}>
        {label}
      </Button>
    </>
  )
}
