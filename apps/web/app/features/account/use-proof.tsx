import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { SessionUser } from '@switchyard/contract'
import { ProviderButtons } from '../../components/sign-in/provider-buttons.tsx'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { PasskeyButton } from '../../components/sign-in/passkey-button.tsx'
import { hasPasskeys } from '../../components/sign-in/passkeys.ts'
import { PasswordField } from '../../components/sign-in/password-field.tsx'
import { failureData } from '../../components/api-call/api-failure.ts'
import { call } from '../../lib/api.ts'
import { refreshSession, session, takeUser } from '../../lib/session.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Proof {
  /** Does the work; where the server wants to know first who is there, asks the person and does it again. */
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
  const methods = useApi('GET /api/profile/methods', {})
  const formId = useId()
  const [password, setPassword] = useState('')
  const { isBusy, failure, submit } = useSubmit()
  const has = (kind: string) => methods.data?.some((method) => method.kind === kind) === true
  const options = useApi('GET /api/auth/options', {})
  const providers = (options.data?.providers ?? []).filter(has)
  const ways = { password: has('password'), passkey: has('passkey') && hasPasskeys(), provider: providers.length > 0 }
  const prove = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit(() => call('POST /api/auth/proof', { body: { password }, quiet: true }))) onAnswer(true)
  }
  // Signing in once more is a proof too; of somebody else it is none.
  const [before] = useState(() => session.get()?.user?.id)
  const takeSignedIn = (user: SessionUser) => {
    const isSame = user.id === before
    takeUser(user)
    onAnswer(isSame)
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
          {ways.password && (
            <Button look="solid" type="submit" form={formId} disabled={isBusy || password === ''}>
              {t('goOn')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">{t('proofText')}</p>
        <FormFailure failure={failure} />
        {ways.password && (
          <form id={formId} noValidate onSubmit={(event) => void prove(event)}>
            <PasswordField label={t('password')} value={password} onChange={setPassword} />
          </form>
        )}
        {ways.passkey && <PasskeyButton label={t('proofByPasskey')} onUser={takeSignedIn} />}
        <ProviderButtons
          providers={providers}
          label={(name) => t('proofByProvider', { name })}
          wanted={{ purpose: 'sign-in' }}
          onDone={() => void refreshSession().then(({ user }) => user && takeSignedIn(user))}
        />
        {methods.data && options.data && !Object.values(ways).includes(true) && <p>{t('proofElsewhere')}</p>}
      </div>
    </Dialog>
  )
}
