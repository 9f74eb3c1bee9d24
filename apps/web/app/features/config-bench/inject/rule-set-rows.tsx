import { useTranslations } from 'use-intl'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import type { Choice } from '../../../ui/select.tsx'
import { Select } from '../../../ui/select.tsx'
import { DraftRows } from './draft-rows.tsx'
import { BEHAVIORS, NEW_RULE_SET, type RuleSetDraft } from './injection-set.ts'

interface Props {
  rows: readonly RuleSetDraft[]
  /** The client asks what a list holds. */
  hasBehavior: boolean
  targets: readonly Choice[]
  onChange: (rows: readonly RuleSetDraft[]) => void
}

/** Rule lists of the network, each with the group that its rule leads to. */
export function RuleSetRows({ rows, hasBehavior, targets, onChange }: Props) {
  const t = useTranslations('inject')
  return (
    <DraftRows kind="rule-set" rows={rows} fresh={NEW_RULE_SET} addLabel={t('addRuleSet')} onChange={onChange}>
      {(row, edit) => (
        <>
          <Field label={t('target')}>
            {(control) => (
              <Combobox
                {...control}
                value={row.target}
                choices={targets}
                emptyText={t('noTarget')}
                placeholder={t('noRule')}
                onChange={(target) => edit({ target })}
              />
            )}
          </Field>
          <Field label={t('url')} className="sm:col-span-2">
            {(control) => (
              <Input
                {...control}
                value={row.url}
                inputMode="url"
                placeholder="https://"
                onChange={(event) => edit({ url: event.target.value })}
              />
            )}
          </Field>
          {hasBehavior && (
            <Field label={t('behavior')}>
              {(control) => (
                <Select
                  {...control}
                  value={row.behavior}
                  choices={BEHAVIORS.map((value) => ({ value, label: t(`behaviors.${value}`) }))}
                  onChange={(behavior) => edit({ behavior })}
                />
              )}
            </Field>
          )}
        </>
      )}
    </DraftRows>
  )
}
