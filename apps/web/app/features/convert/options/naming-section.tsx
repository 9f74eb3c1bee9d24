import { useTranslations } from 'use-intl'
import { Switch } from '../../../ui/checkbox.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { PREFIX_MAX, withCommon } from '@switchyard/recipe/model'
import { useConvertState, useModel, useSession } from '../session/use-convert.ts'

export function NamingSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { common } = useModel()
  return (
    <>
      <Field label={t('prefix')}>
        {(control) => (
          <Input
            {...control}
            value={common.prefix}
            maxLength={PREFIX_MAX}
            data-testid="prefix-input"
            onChange={(event) =>
              session.change((model) => withCommon(model, { prefix: event.target.value }), 'typing-prefix')
            }
          />
        )}
      </Field>
      <Switch checked={common.flag} onChange={(flag) => session.change((model) => withCommon(model, { flag }))}>
        {t('flag')}
        <span className="block text-xs text-muted">{t('flagNote')}</span>
      </Switch>
      <Examples />
      <p className="text-xs text-muted">{t('suffixNote')}</p>
    </>
  )
}

/** The first names as they came and as the result has them. */
function Examples() {
  const t = useTranslations('convert.opt')
  const { result, isOld } = useConvertState()
  if (!result || result.nameExamples.length === 0) return null
  return (
    <div className={`text-sm ${isOld ? 'opacity-60' : ''}`} data-testid="name-examples">
      <p className="mb-1 font-medium">{t('nameExamples')}</p>
      <ul className="flex flex-col gap-1">
        {result.nameExamples.map(({ from, to }) => (
          <li key={to} className="grid grid-cols-[1fr_auto_1fr] gap-2 text-xs">
            <span className="truncate text-muted">{from}</span>
            <span aria-hidden>→</span>
            <span className="truncate">{to}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
