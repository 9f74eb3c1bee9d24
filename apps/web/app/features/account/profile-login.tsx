import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { call } from '../../lib/api.ts'
import { refreshSession } from '../../lib/session.ts'
import { showToast } from '../../lib/toasts.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { SettingGroup } from '../../ui/setting-row.tsx'
import { SignInMethods } from './sign-in-methods.tsx'
import { useMail } from './use-mail.ts'
import { useProof } from './use-proof.tsx'

interface Props {
  profile: DataOf<'GET /api/profile'>
  onChange: () => void
}

/** The e-mail address, and every way in which this person signs in. */
export function ProfileLogin({ profile, onChange }: Props) {
  return (
    <>
      <EmailSetting profile={profile} onChange={onChange} />
      <SignInMethods />
    </>
  )
}

function EmailSetting({ profile: { user, emailConfirmed }, onChange }: Props) {
  const t = useTranslations('account')
  const [email, setEmail] = useState(user.email)
  const sendsMail = useMail()
  const { isBusy, failure, submit } = useSubmit()
  const { prove, dialog } = useProof()
  const isChanged = email.trim().toLowerCase() !== user.email

  const save = async (event: FormEvent) => {
    event.preventDefault()
    let isTaken = false
    const isDone = await submit(async () => {
      const answer = await prove(() => call('POST /api/profile/email', { body: { email: email.trim() }, quiet: true }))
      isTaken = answer.changed
    })
    if (!isDone) return
    showToast({ kind: 'success', text: t(isTaken ? 'saved' : 'confirmSent', { email: email.trim() }) })
    if (isTaken) void refreshSession()
    onChange()
  }

  return (
    <SettingGroup title={t('email')}>
      <form noValidate className="flex flex-wrap items-start gap-2 p-4" onSubmit={(event) => void save(event)}>
        {failure && (
          <div className="basis-full">
            <FormFailure failure={failure} />
          </div>
        )}
        <Field
          label={t('emailAddress')}
          hint={emailConfirmed ? t('emailConfirmed') : sendsMail && t('emailNotConfirmed')}
          className="min-w-0 flex-1 basis-56"
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              value={email}
              autoComplete="email"
              inputMode="email"
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="sm:mt-6" disabled={!isChanged || isBusy}>
          {t('changeEmail')}
        </Button>
      </form>
      {dialog}
    </SettingGroup>
  )
}
