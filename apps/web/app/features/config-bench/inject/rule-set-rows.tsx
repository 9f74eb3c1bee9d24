import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Choice } from '../../../ui/select.tsx'
import { Select } from '../../../ui/select.tsx'
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
    <>
      {rows.map((row, at) => {
        const edit = (part: Partial<RuleSetDraft>) => onChange(rows.with(at, { ...row, ...part }))
        return (
          <fieldset key={at} className="card grid gap-3 p-3 sm:grid-cols-2">
            <legend className="sr-only">{t('of.rule-set', { name: row.name || t('unnamed') })}</legend>
            <Field label={t('name')}>
              {(control) => (
                <Input {...control} value={row.name} onChange={(event) => edit({ name: event.target.value })} />
              )}
            </Field>
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
            <IconButton
              icon="trash-2"
              className="self-end justify-self-end sm:col-start-2"
              label={t('removeNamed', { name: row.name || t('unnamed') })}
              onClick={() => onChange(rows.toSpliced(at, 1))}
            />
          </fieldset>
        )
      })}
      <Button icon="plus" className="self-start" onClick={() => onChange([...rows, NEW_RULE_SET])}>
        {t('addRuleSet')}
      </Button>
    </>
  )
}
