import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import type { ApiScope } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { call } from '../../lib/api.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useAgo } from '../../lib/use-ago.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { useProof } from './use-proof.tsx'
import { DAY_MS } from '@switchyard/sources/spans'

const EACH_MINUTE = { updateInterval: 60_000 }

const SCOPES: readonly ApiScope[] = ['read', 'write', 'convert', 'short']
const LIVES = { month: 30, year: 365, forever: undefined } as const
type Life = keyof typeof LIVES
// The keys of the table, which `Object.keys` does not say.
const EACH_LIFE = Object.keys(LIVES) as Life[]

/** What programs sign in with. A token is shown once, when it is made. */
export function ApiTokens() {
  const t = useTranslations('account')
  const locale = useRouteLocale()
  const format = useFormatter()
  const ago = useAgo(useNow(EACH_MINUTE).getTime())
  const tokens = useApi('GET /api/profile/tokens', {})
  const [isMaking, setMaking] = useState(false)
  const { failure, submit } = useSubmit()
  const list = tokens.data ?? []
  const revoke = async (id: string) => {
    if (await submit(() => call('DELETE /api/profile/tokens/:id', { params: { id }, quiet: true }))) tokens.reload()
  }
  return (
    <SettingGroup title={t('tokens')}>
      {failure && (
        <div className="p-4">
          <FormFailure failure={failure} />
        </div>
      )}
      {list.map(({ id, name, tail, scopes, expiresAt, usedAt }) => (
        <SettingRow
          key={id}
          title={
            <>
              {name} <span className="font-mono text-muted">…{tail}</span>
            </>
          }
          text={[
            scopes.map((scope) => t(`scope.${scope}`)).join(t('comma')),
            usedAt === null ? t('neverUsed') : t('lastUsed', { time: ago(usedAt) }),
            expiresAt === null
              ? t('life.forever')
              : t('until', { date: format.dateTime(expiresAt, { dateStyle: 'medium' }) }),
          ].join(' · ')}
        >
          <Button size="small" look="danger" onClick={() => void revoke(id)}>
            {t('revoke')}
          </Button>
        </SettingRow>
      ))}
      <SettingRow title={t('tokensFor')} text={t('tokensText')} isStacked>
        <Button icon="plus" onClick={() => setMaking(true)}>
          {t('makeToken')}
        </Button>
        <Link to={localizedPath(locale, '/docs/api')} className="target text-link-plain">
          {t('apiDocs')}
        </Link>
      </SettingRow>
      {isMaking && (
        <NewToken
          onClose={() => {
            setMaking(false)
            tokens.reload()
          }}
        />
      )}
    </SettingGroup>
  )
}

function NewToken({ onClose }: { onClose: () => void }) {
  const t = useTranslations('account')
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['read'])
  const [life, setLife] = useState<Life>('year')
  const [made, setMade] = useState<string>()
  const { isBusy, failure, submit } = useSubmit()
  const { prove, dialog } = useProof()
  const isReady = name.trim() !== '' && scopes.length > 0

  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const days = LIVES[life]
    const body = {
      name: name.trim(),
      scopes: [...scopes],
      ...(days === undefined ? {} : { expiresAt: Date.now() + days * DAY_MS }),
    }
    await submit(async () => {
      const { token } = await prove(() => call('POST /api/profile/tokens', { body, quiet: true }))
      setMade(token)
    })
  }

  if (made !== undefined)
    return (
      <Dialog
        open
        size="small"
        title={t('tokenMade')}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('done')}</Button>}
      >
        <p className="mb-3 text-muted">{t('tokenOnce')}</p>
        <div className="flex gap-2">
          <Input readOnly value={made} aria-label={t('tokenMade')} className="min-w-0 flex-1 font-mono" />
          <CopyButton text={made} label={t('copy')} />
        </div>
      </Dialog>
    )
  return (
    <Dialog
      open
      size="small"
      title={t('makeToken')}
      dirty={name !== ''}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="solid" type="submit" form="new-token" disabled={!isReady || isBusy}>
            {t('make')}
          </Button>
        </>
      }
    >
      <form id="new-token" noValidate className="flex flex-col gap-4" onSubmit={(event) => void make(event)}>
        <FormFailure failure={failure} />
        <Field label={t('tokenName')} hint={t('tokenNameHint')}>
          {(control) => (
            <Input {...control} value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <fieldset className="flex flex-col">
          <legend className="text-sm font-medium">{t('mayDo')}</legend>
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              checked={scopes.includes(scope)}
              onChange={(on) => setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
            >
              {t(`scope.${scope}`)}
            </Checkbox>
          ))}
        </fieldset>
        <Field label={t('endsAfter')}>
          {(control) => (
            <Select
              {...control}
              value={life}
              choices={EACH_LIFE.map((value) => ({ value, label: t(`life.${value}`) }))}
              onChange={setLife}
            />
          )}
        </Field>
      </form>
      {dialog}
    </Dialog>
  )
}
