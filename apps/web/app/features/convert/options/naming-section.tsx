import { useTranslations } from 'use-intl'
import { Switch } from '../../../ui/checkbox.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { withCommon } from '../model.ts'
import { useModel, useSession } from '../use-convert.ts'

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
            maxLength={40}
            data-testid="prefix-input"
            onChange={(event) =>
              session.change((model) => withCommon(model, { prefix: event.target.value }), 'typing-prefix')
            }
          />
        )}
      </Field>
      <Switch checked={common.flag} onChange={(flag) => session.change((model) => withCommon(model, { flag }))}>
        {t('flag')}
      </Switch>
    </>
  )
}
