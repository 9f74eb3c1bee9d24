import { freeProviderName } from '@switchyard/convert/facts'
import { PROBE_URL } from '@switchyard/convert/facts'
import type { ProxyProvider } from '@switchyard/recipe/model'
import { useTranslations } from 'use-intl'
import { Switch } from '../../ui/checkbox.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { hostOf } from '../engine/host-of.ts'
import { NumberField } from './number-field.tsx'
import { RowsField, type RowProps, type RowsProps } from './rows-field.tsx'
import { SecretInput } from './secret-input.tsx'

/** Addresses whose nodes the client itself downloads. */
export function ProviderRows(rows: RowsProps<ProxyProvider>) {
  const t = useTranslations('configForm')
  const taken = new Set(rows.value.map(({ name }) => name))
  return (
    <RowsField
      {...rows}
      label={t('providers')}
      testId="provider-rows"
      nameOf={({ name }) => name}
      noteOf={({ url }) => hostOf(url)}
      isUnfinished={({ url }) => url.trim() === ''}
      always={['name', 'url']}
      addLabel={t('addProvider')}
      newRow={() => ({ name: freeProviderName(taken), url: '' })}
    >
      {(row) => <ProviderFields {...row} />}
    </RowsField>
  )
}

function ProviderFields({ row, onChange, issues }: RowProps<ProxyProvider>) {
  const t = useTranslations('configForm')
  const isProbed = row.healthCheck ?? true
  return (
    <>
      <Field label={t('name')} error={issues['name']}>
        {(control) => (
          <Input {...control} value={row.name} onChange={(event) => onChange({ name: event.target.value })} />
        )}
      </Field>
      <NumberField
        label={t('refresh')}
        placeholder="3600"
        value={row.interval}
        onChange={(interval) => onChange({ interval })}
      />
      <Field
        label={t('url')}
        className="col-span-2"
        error={issues['url']}
        hint={row.url.trim() === '' && t('placeNeeded')}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            placeholder="https://"
            value={row.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('password')} className="col-span-2" hint={t('passwordHint')}>
        {(control) => (
          <SecretInput {...control} value={row.password ?? ''} onChange={(password) => onChange({ password })} />
        )}
      </Field>
      <Switch
        checked={isProbed}
        className="col-span-2"
        onChange={(on) => onChange({ healthCheck: on ? undefined : false })}
      >
        {t('healthCheck')}
      </Switch>
      {isProbed && (
        <>
          <NumberField
            label={t('healthInterval')}
            placeholder="600"
            className="col-span-2"
            value={row.healthInterval}
            onChange={(healthInterval) => onChange({ healthInterval })}
          />
          <Field label={t('healthUrl')} className="col-span-2" error={issues['healthUrl']}>
            {(control) => (
              <Input
                {...control}
                type="url"
                placeholder={PROBE_URL}
                value={row.healthUrl ?? ''}
                onChange={(event) => onChange({ healthUrl: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </>
  )
}
