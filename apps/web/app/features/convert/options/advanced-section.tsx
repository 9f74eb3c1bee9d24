import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/checkbox.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { type CommonSettings } from '../model.ts'
import { useModel, useSession } from '../use-convert.ts'

const LOG_LEVELS = ['silent', 'error', 'warning', 'info', 'debug'] as const
const SECRET_BYTES = 18

export function AdvancedSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { common, target } = useModel()
  const put = (change: Partial<CommonSettings>, kind = 'edit') =>
    session.change((model) => {
      const next = { ...model.common, ...change } as Record<string, unknown>
      for (const key of Object.keys(change)) if (next[key] === undefined || next[key] === '') delete next[key]
      return { ...model, common: next as unknown as CommonSettings }
    }, kind)
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <PortField
          label={t('mixedPort')}
          value={common.mixedPort}
          placeholder="7890"
          onChange={(mixedPort) => put({ mixedPort })}
        />
        <PortField
          label={t('controller')}
          value={common.controllerPort}
          placeholder="9090"
          onChange={(controllerPort) => put({ controllerPort })}
        />
      </div>
      <Switch
        checked={common.allowLan ?? false}
        onChange={(on) => put(on ? { allowLan: true } : { allowLan: undefined })}
      >
        {t('allowLan')}
      </Switch>
      <Field label={t('secret')}>
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              className="font-mono"
              value={common.secret ?? ''}
              onChange={(event) => put({ secret: event.target.value }, 'typing-secret')}
            />
            <Button onClick={() => put({ secret: randomSecret() })}>{t('generate')}</Button>
          </span>
        )}
      </Field>
      <Field label={t('logLevel')}>
        {(control) => (
          <Select
            {...control}
            value={common.logLevel ?? ''}
            choices={[{ value: '', label: t('default') }, ...LOG_LEVELS.map((value) => ({ value, label: value }))]}
            onChange={(logLevel) => put({ logLevel: logLevel || undefined })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        {target === 'singbox' && (
          <Field label={t('urlTest')}>
            {(control) => (
              <Input
                {...control}
                placeholder="10m"
                pattern="\d+(s|m|h)"
                value={common.urlTestInterval ?? ''}
                onChange={(event) => put({ urlTestInterval: event.target.value }, 'typing-interval')}
              />
            )}
          </Field>
        )}
        <NumberField
          label={t('tolerance')}
          value={common.tolerance}
          placeholder="50"
          max={60_000}
          onChange={(tolerance) => put({ tolerance })}
        />
      </div>
    </>
  )
}

interface NumberProps {
  label: string
  value: number | undefined
  placeholder: string
  max?: number
  min?: number
  error?: string
  onChange: (value: number | undefined) => void
}

function PortField(props: Omit<NumberProps, 'max'>) {
  const t = useTranslations('convert.opt')
  return <NumberField {...props} min={1} max={65_535} error={t('portBad')} />
}

/** Numbers count when they are right; what is wrong stays in the field with its reason. */
function NumberField({ label, value, placeholder, min = 0, max = Infinity, error, onChange }: NumberProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const isGood = (one: string) => one === '' || (/^\d+$/.test(one) && Number(one) >= min && Number(one) <= max)
  useEffect(() => {
    setText((now) => (isGood(now) ? (value === undefined ? '' : String(value)) : now))
    // oxlint-disable-next-line react/exhaustive-deps
  }, [value])
  return (
    <Field label={label} error={!isGood(text) && (error ?? label)}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            const next = event.target.value.trim()
            setText(next)
            if (isGood(next)) onChange(next === '' ? undefined : Number(next))
          }}
        />
      )}
    </Field>
  )
}

function randomSecret(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
