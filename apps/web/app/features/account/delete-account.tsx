import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { call } from '../../lib/api.ts'
import { localizedPath } from '../../lib/locale.ts'
import { forgetUser } from '../../lib/session.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { useProof } from './use-proof.tsx'

/** What an account may keep, as the server counts it. */
const KEPT = [
  'subscription_item',
  'hosted_output',
  'output_address',
  'output_version',
  'output_render',
  'publication',
  'kept_item',
  'short_link',
  'storage_bucket',
  'storage_entry',
  'file_share',
  'probe_schedule',
  'probe_history',
  'sign_in_method',
  'passkey',
  'session',
  'api_token',
  'invite',
  'account_link',
  'security_event',
] as const

/** The end of an account: what goes with it is listed first, and the address is typed. */
export function DeleteAccount({ email }: { email: string }) {
  const t = useTranslations('account')
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingGroup title={t('deleteAccount')}>
      <SettingRow title={t('deleteAccountWhat')} text={t('deleteAccountText')} isStacked>
        <Button look="danger" icon="trash-2" onClick={() => setOpen(true)}>
          {t('deleteAccount')}
        </Button>
      </SettingRow>
      {isOpen && <DeleteDialog email={email} onClose={() => setOpen(false)} />}
    </SettingGroup>
  )
}

function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations('account')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const deletion = useApi('GET /api/profile/deletion', {})
  const [typed, setTyped] = useState('')
  const { isBusy, failure, submit } = useSubmit()
  const { prove, dialog } = useProof()
  const counts = deletion.data?.counts ?? {}
  const kept = KEPT.filter((table) => (counts[table] ?? 0) > 0)

  const remove = async () => {
    const body = { email: typed.trim() }
    if (!(await submit(() => prove(() => call('DELETE /api/profile', { body, quiet: true }))))) return
    // Left first: from a page of an account, who is nobody is led to the sign-in.
    await navigate(localizedPath(locale, '/'), { replace: true })
    forgetUser()
  }

  return (
    <Dialog
      open
      size="small"
      title={t('deleteAccount')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            look="danger"
            disabled={isBusy || typed.trim().toLowerCase() !== email.toLowerCase()}
            onClick={() => void remove()}
          >
            {t('deleteForever')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormFailure failure={failure} />
        <p>{t('deleteWhat')}</p>
        {kept.length > 0 && (
          <ul className="list-disc pl-5 text-muted">
            {kept.map((table) => (
              <li key={table}>{t(`kept.${table}`, { count: counts[table] ?? 0 })}</li>
            ))}
          </ul>
        )}
        <Field label={t('typeEmail', { email })}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              autoCapitalize="off"
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </div>
      {dialog}
    </Dialog>
  )
}
