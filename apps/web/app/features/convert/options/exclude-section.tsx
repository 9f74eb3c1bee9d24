import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Switch } from '../../../ui/checkbox.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { DEFAULT_EXCLUDES, targetOptions, withCommon, withTargetOptions } from '../model.ts'
import { useModel, useSession } from '../use-convert.ts'

const COMMON_TYPES = ['vmess', 'vless', 'trojan', 'ss', 'ssr', 'tuic', 'hysteria', 'hysteria2', 'wireguard', 'anytls', 'snell', 'socks5', 'http', 'ssh', 'mieru'] // oxfmt-ignore

export function ExcludeSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const model = useModel()
  const { common, target } = model
  const excludes = targetOptions(model).excludes ?? DEFAULT_EXCLUDES[target]
  const defaults = DEFAULT_EXCLUDES[target]
  const toggle = (type: string) =>
    session.change((model) =>
      withTargetOptions(model, {
        excludes: excludes.includes(type) ? excludes.filter((one) => one !== type) : [...excludes, type],
      }),
    )
  return (
    <>
      <fieldset>
        <legend className="text-sm font-medium">{t('excludeTypes')}</legend>
        <p className="mb-2 text-xs text-muted">
          {defaults.length > 0 ? t('excludeDefault', { types: defaults.join(', ') }) : t('excludeNone')}
        </p>
        <div className="flex flex-wrap gap-1.5">
          {COMMON_TYPES.map((type) => (
            <Chip key={type} pressed={excludes.includes(type)} onClick={() => toggle(type)}>
              {type}
            </Chip>
          ))}
          <Chip pressed={excludes.includes('info')} onClick={() => toggle('info')}>
            {t('info')}
          </Chip>
        </div>
      </fieldset>
      <PatternField
        label={t('include')}
        value={common.nameInclude}
        onChange={(nameInclude) => session.change((model) => withCommon(model, { nameInclude }), 'typing-include')}
      />
      <PatternField
        label={t('excludeNames')}
        value={common.nameExclude}
        onChange={(nameExclude) => session.change((model) => withCommon(model, { nameExclude }), 'typing-exclude')}
      />
      <Switch
        checked={common.keepDuplicates}
        onChange={(keepDuplicates) => session.change((model) => withCommon(model, { keepDuplicates }))}
      >
        {t('duplicates')}
        <span className="block text-xs text-muted">{t('duplicatesNote')}</span>
      </Switch>
    </>
  )
}

function PatternField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const [isRegex, setRegex] = useState(true)
  useEffect(() => {
    let isWanted = true
    if (value === '') setRegex(true)
    else
      void session.isRegex(value).then(
        (is) => isWanted && setRegex(is),
        () => undefined,
      )
    return () => {
      isWanted = false
    }
  }, [value, session])
  return (
    <Field label={label} hint={isRegex ? t('regexHint') : t('regexPlain')}>
      {(control) => (
        <Input {...control} value={value} maxLength={512} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}
