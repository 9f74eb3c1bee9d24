import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { PasswordField } from '../../components/sign-in/password-field.tsx'
import { failureData } from '../../components/api-call/api-failure.ts'
import { call } from '../../lib/api.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Proof {
  /** Does the work; where the server wants to know first who is there, asks for the password and does it again. */
  prove: <T>(work: () => Promise<T>) => Promise<T>
  /** Stands anywhere in what uses it. */
  dialog: ReactNode
}

/** Some changes of an account are taken only from who has just shown who they are. */
export function useProof(): Proof {
  const [asked, setAsked] = useState<{ answer: (isProven: boolean) => void }>()
  const ask = () =>
    new Promise<boolean>((resolve) =>
      setAsked({
        answer: (isProven) => {
          setAsked(undefined)
          resolve(isProven)
        },
      }),
    )
  return {
    prove: async (work) => {
      try {
        return await work()
      } catch (error) {
        if (failureData(error)?.error !== 'proof-needed' || !(await ask())) throw error
        return work()
      }
    },
    dialog: asked && <ProofDialog onAnswer={asked.answer} />,
  }
}

function ProofDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const t = useTranslations('account')
  const [password, setPassword] = useState('')
  const { isBusy, failure, submit } = useSubmit()
  const prove = async () => {
    if (await submit(() => call('POST /api/auth/proof', { body: { password }, quiet: true }))) onAnswer(true)
  }
  return (
    <Dialog
      open
      size="small"
      title={t('proofTitle')}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t('cancel')}</Button>
          <Button look="solid" disabled={isBusy || password === ''} onClick={() => void prove()}>
            {t('goOn')}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void prove()
        }}
      >
        <p className="text-muted">{t('proofText')}</p>
        <FormFailure failure={failure} />
        <PasswordField label={t('password')} value={password} onChange={setPassword} />
      </form>
    </Dialog>
  )
}
