import {
  CONTROLLER_PORT,
  findClientFacts,
  isInterval,
  LOG_LEVELS,
  MIXED_PORT,
  outputFacts,
  PORT_MAX,
  PROBE_URL,
  TOLERANCE_MAX_MS,
} from '@switchyard/convert/facts'
import { useEffect, useState, type ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/checkbox.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { CommonSettings } from '@switchyard/recipe/model'
import { randomSecret } from '../../../components/engine/random-secret.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import { NumberField } from '../../../components/config-form/number-field.tsx'
import { useIsBareList, useOptionCheck } from './option-check.tsx'
import { SecretInput } from '../../../components/config-form/secret-input.tsx'

export function AdvancedSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { common, output } = useModel()
  const client = findClientFacts(output)
  const toleranceMax = client === undefined ? TOLERANCE_MAX_MS : client.groups.toleranceMaxMs
  const isBare = useIsBareList()
  const { errors } = useOptionCheck()
  const put = (change: Partial<CommonSettings>, kind = 'edit') =>
    session.change((model) => {
      // By their names: what is left out below was given here, so it may be left out.
      const next = { ...model.common, ...change } as Record<string, unknown>
      for (const key of Object.keys(change)) if (next[key] === undefined || next[key] === '') delete next[key]
      // As above.
      return { ...model, common: next as unknown as CommonSettings }
    }, kind)
  return (
    <>
      {isBare && <p className="text-xs text-muted">{t('bareList')}</p>}
      <div className="grid grid-cols-2 gap-3">
        <PortField
          label={t('mixedPort')}
          value={common.mixedPort}
          placeholder={String(MIXED_PORT)}
          onChange={(mixedPort) => put({ mixedPort })}
        />
        <PortField
          label={t('controller')}
          value={common.controllerPort}
          placeholder={String(CONTROLLER_PORT)}
          onChange={(controllerPort) => put({ controllerPort })}
        />
      </div>
      <Field label={t('secret')} hint={t('secretHint', { port: String(common.controllerPort ?? CONTROLLER_PORT) })}>
        {(control) => (
          <span className="flex gap-2">
            <SecretInput
              {...control}
              value={common.secret ?? common.drawnSecret ?? ''}
              onChange={(secret) => put({ secret }, 'typing-secret')}
            />
            <Button onClick={() => put({ secret: randomSecret() })}>{t('generate')}</Button>
          </span>
        )}
      </Field>
      <Switch
        checked={common.allowLan ?? false}
        onChange={(on) => put(on ? { allowLan: true } : { allowLan: undefined })}
      >
        {t('allowLan')}
      </Switch>
      {outputFacts(output).file.language === 'yaml' && (
        <Switch
          checked={common.headComment ?? false}
          onChange={(on) => put(on ? { headComment: true } : { headComment: undefined })}
        >
          {t('headComment')}
          <span className="block text-xs text-muted">{t('headCommentNote')}</span>
        </Switch>
      )}
      <Field label={t('logLevel')}>
        {(control) => (
          <Select
            {...control}
            value={common.logLevel ?? ''}
            choices={[
              { value: '', label: t('defaultIs', { value: 'info' }) },
              ...(client?.settings.logLevels ?? LOG_LEVELS).map((value) => ({ value, label: value })),
            ]}
            onChange={(logLevel) => put({ logLevel: logLevel || undefined })}
          />
        )}
      </Field>
      <Field label={t('probeUrl')} error={errors['probeUrl']}>
        {(control) => (
          <Input
            {...control}
            inputMode="url"
            placeholder={PROBE_URL}
            value={common.probeUrl ?? ''}
            onChange={(event) => put({ probeUrl: event.target.value.trim() }, 'typing-probe')}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <IntervalField
          value={common.urlTestInterval ?? ''}
          onChange={(urlTestInterval) => put({ urlTestInterval }, 'typing-interval')}
        />
        {/* A client that has none ignores what is set; the field stays so that it can be emptied. */}
        {(toleranceMax !== undefined || common.tolerance !== undefined) && (
          <NumberField
            label={t('tolerance')}
            value={common.tolerance}
            placeholder="50"
            min={0}
            max={toleranceMax ?? TOLERANCE_MAX_MS}
            error={t('toleranceBad', { max: toleranceMax ?? TOLERANCE_MAX_MS })}
            onChange={(tolerance) => put({ tolerance })}
          />
        )}
      </div>
    </>
  )
}

function PortField(
  props: Pick<ComponentProps<typeof NumberField>, 'label' | 'hint' | 'value' | 'placeholder' | 'onChange'>,
) {
  const t = useTranslations('convert.opt')
  return <NumberField {...props} max={PORT_MAX} error={t('portBad')} />
}

/** A time such as 10m. It counts when it is right. */
function IntervalField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('convert.opt')
  const [text, setText] = useState(value)
  useEffect(() => setText((now) => (isUsable(now) ? value : now)), [value])
  return (
    <Field label={t('urlTest')} error={!isUsable(text) && t('intervalBad')}>
      {(control) => (
        <Input
          {...control}
          placeholder="10m"
          value={text}
          onChange={(event) => {
            const next = event.target.value.trim()
            setText(next)
            if (isUsable(next)) onChange(next)
          }}
        />
      )}
    </Field>
  )
}

const isUsable = (text: string) => text === '' || isInterval(text)
