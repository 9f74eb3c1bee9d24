import { useState } from 'react'
import { useNow, useTranslations } from 'use-intl'
import type { DataOf, OAuthProvider } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { hasPasskeys } from '../../components/sign-in/passkeys.ts'
import { ProviderButtons } from '../../components/sign-in/provider-buttons.tsx'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { useAgo } from '../../lib/use-ago.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { NewPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'
import { useProof } from './use-proof.tsx'

const EACH_MINUTE = { updateInterval: 60_000 }

type Method = DataOf<'GET /api/profile/methods'>[number]

/** Every way in which this person signs in: more can be added, and all but the last be removed. */
export function SignInMethods() {
  const t = useTranslations('account')
  const nameOf = useTranslations('app.method')
  const ago = useAgo(useNow(EACH_MINUTE).getTime())
  const methods = useApi('GET /api/profile/methods', {})
  const { failure, submit } = useSubmit()
  const { prove, dialog } = useProof()
  const [leaving, setLeaving] = useState<Method>()
  const [renamed, setRenamed] = useState<Method>()
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
          title={nameOf(method.kind)}
          text={[method.label, method.usedAt === null ? t('neverUsed') : t('lastUsed', { time: ago(method.usedAt) })]
            .filter(Boolean)
            .join(' · ')}
        >
          <div className="flex flex-wrap gap-2">
            {method.kind === 'passkey' && (
              <Button size="small" onClick={() => setRenamed(method)}>
                {t('rename')}
              </Button>
            )}
            <Button
              size="small"
              // The last one stays: without it nobody could sign in.
              disabled={list.length < 2}
              title={list.length < 2 ? t('lastMethod') : undefined}
              onClick={() => setLeaving(method)}
            >
              {t('remove')}
            </Button>
          </div>
        </SettingRow>
      ))}
      <AddMethods has={list} onChange={methods.reload} />
      {leaving && (
        <ConfirmDialog
          danger
          title={t('removeMethodTitle', { method: nameOf(leaving.kind) })}
          text={t('removeMethodText')}
          confirm={t('remove')}
          onConfirm={() => void remove(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {renamed && (
        <RenamePasskeyDialog passkey={renamed} onDone={methods.reload} onClose={() => setRenamed(undefined)} />
      )}
      {dialog}
    </SettingGroup>
  )
}

function AddMethods({ has, onChange }: { has: readonly Method[]; onChange: () => void }) {
  const t = useTranslations('account')
  const options = useApi('GET /api/auth/options', {})
  const [isAdding, setAdding] = useState(false)
  if (!options.data) return null
  const whyNot = options.data.passkeys ? !hasPasskeys() && t('noPasskeysHere') : t('passkeysNeedHttps')
  const providers = options.data.providers.filter((provider) => !has.some(({ kind }) => kind === provider))
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon="plus" disabled={Boolean(whyNot)} onClick={() => setAdding(true)}>
          {t('addPasskey')}
        </Button>
        {whyNot && <span className="text-muted">{whyNot}</span>}
      </div>
      <LinkButtons providers={providers} onChange={onChange} />
      {isAdding && <NewPasskeyDialog onDone={onChange} onClose={() => setAdding(false)} />}
    </div>
  )
}

function LinkButtons({ providers, onChange }: { providers: readonly OAuthProvider[]; onChange: () => void }) {
  const t = useTranslations('account')
  const { prove, dialog } = useProof()
  return (
    <>
      <ProviderButtons
        providers={providers}
        label={(name) => t('linkProvider', { name })}
        wanted={{ purpose: 'link' }}
        prove={prove}
        onDone={() => {
          showToast({ kind: 'success', text: t('linked') })
          onChange()
        }}
        className="flex-wrap"
      />
      {dialog}
    </>
  )
}
