import { useState, type FormEvent } from 'react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { call } from '../../lib/api.ts'
import { refreshSession } from '../../lib/session.ts'
import { showToast } from '../../lib/toasts.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { useProof } from './use-proof.tsx'

const EACH_MINUTE = { updateInterval: 60_000 }

type Method = DataOf<'GET /api/profile/methods'>[number]

interface Props {
  profile: DataOf<'GET /api/profile'>
  onChange: () => void
}

/** The e-mail address, and every way in which this person signs in. */
export function ProfileLogin({ profile, onChange }: Props) {
  return (
    <>
      <EmailSetting profile={profile} onChange={onChange} />
      <Methods />
    </>
  )
}

function EmailSetting({ profile: { user, emailConfirmed }, onChange }: Props) {
  const t = useTranslations('account')
  const [email, setEmail] = useState(user.email)
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
      <form noValidate className="flex flex-col gap-3 p-4" onSubmit={(event) => void save(event)}>
        <FormFailure failure={failure} />
        <Field
          label={t('email')}
          hint={t(emailConfirmed ? 'emailConfirmed' : 'emailNotConfirmed')}
          className="max-w-sm"
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
        <Button type="submit" className="self-start" disabled={!isChanged || isBusy}>
          {t('changeEmail')}
        </Button>
      </form>
      {dialog}
    </SettingGroup>
  )
}

function Methods() {
  const t = useTranslations('account')
  const format = useFormatter()
  const now = useNow(EACH_MINUTE)
  const methods = useLoaded((signal) => call('GET /api/profile/methods', { quiet: true, signal }))
  const { failure, submit } = useSubmit()
  const { prove, dialog } = useProof()
  const [leaving, setLeaving] = useState<Method>()
  const list = methods.data ?? []

  const remove = async ({ id }: Method) => {
    const isGone = await submit(() =>
      prove(() => call('DELETE /api/profile/methods/:id', { params: { id }, quiet: true })),
    )
    if (isGone) methods.reload()
  }

  return (
    <SettingGroup title={t('methods')}>
      {failure && (
        <div className="p-4">
          <FormFailure failure={failure} />
        </div>
      )}
      {list.map((method) => (
        <SettingRow
          key={method.id}
          title={t(`method.${method.kind}`)}
          text={[
            method.label,
            method.usedAt === null ? t('neverUsed') : t('lastUsed', { time: format.relativeTime(method.usedAt, now) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        >
          <Button
            size="small"
            // The last one stays: without it nobody could sign in.
            disabled={list.length < 2}
            title={list.length < 2 ? t('lastMethod') : undefined}
            onClick={() => setLeaving(method)}
          >
            {t('remove')}
          </Button>
        </SettingRow>
      ))}
      {leaving && (
        <ConfirmDialog
          danger
          title={t('removeMethodTitle', { method: t(`method.${leaving.kind}`) })}
          text={t('removeMethodText')}
          confirm={t('remove')}
          onConfirm={() => void remove(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {dialog}
    </SettingGroup>
  )
}
