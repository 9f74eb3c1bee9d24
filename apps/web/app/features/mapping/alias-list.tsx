import type { MappingChoices, MappingTrial } from '@switchyard/recipe'
import type { GroupAlias, MappingSet } from '@switchyard/recipe/mapping'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { issuesOf } from '../../components/config-form/change.ts'
import { RowsField } from '../../components/config-form/rows-field.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { mappingEditor } from './mapping-editor.ts'

interface Props {
  set: MappingSet
  trial: MappingTrial | undefined
  choices: MappingChoices
  onRemoved: (done: string) => void
}

/** Groups of the template and what they are called instead; rules and other groups follow. */
export function AliasList({ set, trial, choices, onRemoved }: Props) {
  const t = useTranslations('mapping')
  const listId = useId()
  const warnings = issuesOf(trial?.warnings ?? {}, 'groups')
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-muted">{t('groupsHint')}</p>
      <datalist id={listId}>
        {choices.groups.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <RowsField
        label={t('groups')}
        testId="alias-rows"
        value={set.groups}
        onChange={(update, typing) => mappingEditor.change((now) => ({ ...now, groups: update(now.groups) }), typing)}
        onRemoved={onRemoved}
        issues={issuesOf(trial?.errors ?? {}, 'groups')}
        nameOf={({ from }) => from}
        noteOf={({ to }) => `→ ${to}`}
        isUnfinished={({ from, to }) => from === '' || to === ''}
        always={['from', 'to']}
        addLabel={t('addAlias')}
        newRow={(): GroupAlias => ({ from: '', to: '' })}
      >
        {({ row, index, issues, onChange }) =>
          (['from', 'to'] as const).map((key) => (
            <Field
              key={key}
              className="col-span-2 sm:col-span-1"
              label={t(key)}
              error={issues[key]}
              hint={
                warnings[`${index}.${key}`] ? (
                  <span className="text-warning">{t(`twice.${key}`)}</span>
                ) : (
                  row[key].trim() === '' && t('aliasNeeded')
                )
              }
            >
              {(control) => (
                <Input
                  {...control}
                  {...(key === 'from' ? { list: listId } : {})}
                  value={row[key]}
                  onChange={(event) => onChange({ [key]: event.target.value })}
                />
              )}
            </Field>
          ))
        }
      </RowsField>
    </div>
  )
}
