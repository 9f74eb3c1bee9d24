import { useState, type FormEvent } from 'react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { PasswordField } from '../../components/sign-in/password-field.tsx'
import { passwordStrength } from '../../components/sign-in/password-strength.ts'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { useAgo } from '../../lib/use-ago.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { useProof } from './use-proof.tsx'

const EACH_MINUTE = { updateInterval: 60_000 }

/** Password, sessions, tokens, what happened, and the end of the account. */
export function ProfileSecurity({ profile }: { profile: DataOf<'GET /api/profile'> }) {
  return (
    <>
      <PasswordSetting hasPassword={profile.hasPassword} />
      <Sessions />
      <ApiTokens />
      <Events />
      <DeleteAccount email={profile.user.email} />
    </>
  )
}

function PasswordSetting({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations('account')
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { isBusy, failure, submit } = useSubmit()
  const { prove, dialog } = useProof()
  const isReady = passwordStrength(password) !== 'short' && (!hasPassword || current !== '')

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const body = { password, ...(hasPassword ? { current } : {}) }
    if (!(await submit(() => prove(() => call('POST /api/profile/password', { body, quiet: true }))))) return
    setCurrent('')
    setPassword('')
    showToast({ kind: 'success', text: t('passwordChanged') })
  }

  return (
    <SettingGroup title={t('password')}>
      <form noValidate className="flex flex-col gap-4 p-4" onSubmit={(event) => void save(event)}>
        <FormFailure failure={failure} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {hasPassword && <PasswordField label={t('currentPassword')} value={current} onChange={setCurrent} />}
          <PasswordField isNew label={t('newPassword')} value={password} onChange={setPassword} />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button type="submit" disabled={!isReady || isBusy}>
            {t(hasPassword ? 'changePassword' : 'setPassword')}
          </Button>
          <p className="text-muted">{t('passwordEndsSessions')}</p>
        </div>
      </form>
      {dialog}
    </SettingGroup>
  )
}

function Sessions() {
  const t = useTranslations('account')
  const ago = useAgo(useNow(EACH_MINUTE).getTime())
  const sessions = useApi('GET /api/profile/sessions', {})
  const { isBusy, failure, submit } = useSubmit()
  const list = sessions.data ?? []
  const end = async (id: string) => {
    if (await submit(() => call('DELETE /api/profile/sessions/:id', { params: { id }, quiet: true }))) sessions.reload()
  }
  const endOthers = async () => {
    if (await submit(() => call('DELETE /api/profile/sessions', { quiet: true }))) sessions.reload()
  }
  return (
    <SettingGroup title={t('sessions')}>
      {failure && (
        <div className="p-4">
          <FormFailure failure={failure} />
        </div>
      )}
      {list.map(({ id, device, network, seenAt, current }) => (
        <SettingRow
          key={id}
          title={
            <span className="inline-flex flex-wrap items-center gap-2">
              {device || t(current ? 'thisSession' : 'unknownDevice')}
              {/* A device without a name has these words as its title. */}
              {current && device && <Badge tone="success">{t('thisSession')}</Badge>}
            </span>
          }
          text={`${current ? t('activeNow') : t('lastSeen', { time: ago(seenAt) })} · ${t('fromNetwork', { network })}`}
        >
          {!current && (
            <Button size="small" disabled={isBusy} onClick={() => void end(id)}>
              {t('end')}
            </Button>
          )}
        </SettingRow>
      ))}
      {list.length > 1 && (
        <div className="p-4">
          <Button disabled={isBusy} onClick={() => void endOthers()}>
            {t('endOthers')}
          </Button>
        </div>
      )}
    </SettingGroup>
  )
}

function Events() {
  const t = useTranslations('account')
  const format = useFormatter()
  const events = useApi('GET /api/profile/events', {})
  const list = events.data ?? []
  return (
    <SettingGroup title={t('events')}>
      {list.length === 0 && !events.isLoading && <p className="p-4 text-muted">{t('noEvents')}</p>}
      {list.map(({ id, at, what, network }) => (
        <SettingRow
          key={id}
          title={t(`event.${what}`)}
          text={`${format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })} · ${t('fromNetwork', { network })}`}
        >
          {null}
        </SettingRow>
      ))}
    </SettingGroup>
  )
}
