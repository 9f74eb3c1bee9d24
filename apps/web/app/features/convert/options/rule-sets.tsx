import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { RuleSetEntry } from '../../../workers/conversion-types.ts'
import { withCommon } from '../model.ts'
import { MoveButtons, moved } from '../row-tools.tsx'
import { useModel, useSession } from '../use-convert.ts'

export function RuleSets({ groups }: { groups: readonly string[] }) {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { ruleSets } = useModel().common
  const listId = useId()
  const put = (next: readonly RuleSetEntry[], kind = 'edit') =>
    session.change((model) => withCommon(model, { ruleSets: next }), kind)
  const edit = (index: number, change: Partial<RuleSetEntry>) =>
    put(
      ruleSets.map((one, at) => (at === index ? { ...one, ...change } : one)),
      'typing-rule-sets',
    )
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t('ruleSets')}</legend>
      <datalist id={listId}>
        {[...groups, 'DIRECT', 'REJECT'].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {ruleSets.map((entry, index) => (
        <div key={index} className="grid grid-cols-2 gap-2 rounded-lg border border-line p-2">
          <Input
            aria-label={t('name')}
            placeholder={t('name')}
            value={entry.name}
            onChange={(event) => edit(index, { name: event.target.value })}
          />
          <Input
            aria-label={t('group')}
            placeholder={t('group')}
            list={listId}
            value={entry.group ?? ''}
            onChange={(event) => edit(index, { group: event.target.value })}
          />
          <Input
            aria-label={t('url')}
            placeholder="https://"
            type="url"
            className="col-span-2"
            value={entry.url ?? ''}
            onChange={(event) => edit(index, { url: event.target.value })}
          />
          <Select
            aria-label={t('behavior')}
            value={entry.behavior}
            choices={(['classical', 'domain', 'ipcidr'] as const).map((value) => ({ value, label: value }))}
            onChange={(behavior) => edit(index, { behavior })}
          />
          <MoveButtons
            index={index}
            length={ruleSets.length}
            onMove={(by) => put(moved(ruleSets, index, by))}
            onRemove={() => put(ruleSets.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon="plus"
        className="self-start"
        onClick={() =>
          put([
            ...ruleSets,
            {
              name: `rules-${ruleSets.length + 1}`,
              type: 'http',
              behavior: 'classical',
              url: '',
              ...(groups[0] ? { group: groups[0] } : {}),
            },
          ])
        }
      >
        {t('addRuleSet')}
      </Button>
    </fieldset>
  )
}
