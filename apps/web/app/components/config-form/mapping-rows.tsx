import type { MappingRow } from '@switchyard/recipe/model'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { GroupField } from './group-field.tsx'
import { RowsField, type RowProps, type RowsProps } from './rows-field.tsx'

/** What a row of the mapping may choose from. */
interface MappingChoices {
  /** Protocols, regions and sources of the nodes. */
  types: readonly string[]
  regions: readonly string[]
  sources: readonly string[]
  groups: readonly string[]
  /** Groups that only the mapping names, each with those that may have been meant. */
  newGroups: Readonly<Record<string, readonly string[]>>
}

interface Props extends RowsProps<MappingRow>, MappingChoices {
  /** How many nodes each row takes, where that is known. */
  counts?: readonly number[] | undefined
  /** Below the rows. */
  children?: ReactNode
}

/** Which nodes go to which group; the first row that fits wins. */
export function MappingRows({ types, regions, sources, groups, newGroups, counts, children, ...rows }: Props) {
  const t = useTranslations('configForm')
  const choices: MappingChoices = { types, regions, sources, groups, newGroups }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="text-sm font-medium">{t('mapping')}</legend>
      <p className="text-xs text-muted">{t('mappingHint')}</p>
      <RowsField
        {...rows}
        label={t('mapping')}
        testId="mapping-rows"
        nameOf={({ name, type, region, source }) =>
          [name && `/${name}/`, type, region, source].filter(Boolean).join(' · ') || t('anyNode')
        }
        noteOf={({ group = '' }, index) =>
          group && (counts?.[index] === undefined ? `→ ${group}` : t('mappingNote', { group, n: counts[index] }))
        }
        isUnfinished={({ group }) => !group}
        addLabel={t('addMapping')}
        newRow={(): MappingRow => ({})}
      >
        {(row) => <MappingFields {...row} {...choices} />}
      </RowsField>
      {children}
    </fieldset>
  )
}

function MappingFields({ row, onChange, issues, ...given }: RowProps<MappingRow> & MappingChoices) {
  const t = useTranslations('configForm')
  const { types, regions, sources, groups, newGroups } = given
  const choices = (values: readonly string[], now: string | undefined) => [
    { value: '', label: t('any') },
    ...[...new Set([...values, ...(now ? [now] : [])])].map((value) => ({ value, label: value })),
  ]
  return (
    <>
      <Field label={t('filter')} className="col-span-2" error={issues['name']}>
        {(control) => (
          <Input
            {...control}
            placeholder={t('any')}
            value={row.name ?? ''}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('protocol')}>
        {(control) => (
          <Select
            {...control}
            value={row.type ?? ''}
            choices={choices(types, row.type)}
            onChange={(type) => onChange({ type })}
          />
        )}
      </Field>
      <Field label={t('region')}>
        {(control) => (
          <Select
            {...control}
            value={row.region ?? ''}
            choices={choices(regions, row.region)}
            onChange={(region) => onChange({ region })}
          />
        )}
      </Field>
      {(sources.length > 0 || row.source) && (
        <Field label={t('source')} className="col-span-2">
          {(control) => (
            <Select
              {...control}
              value={row.source ?? ''}
              choices={choices(sources, row.source)}
              onChange={(source) => onChange({ source })}
            />
          )}
        </Field>
      )}
      <GroupField
        label={t('toGroup')}
        isNewAllowed
        groups={groups}
        unknown={newGroups}
        value={row.group ?? ''}
        onChange={(group) => onChange({ group })}
      />
      <Field label={t('rename')}>
        {(control) => (
          <Input
            {...control}
            placeholder={t('renameNot')}
            value={row.rename ?? ''}
            onChange={(event) => onChange({ rename: event.target.value })}
          />
        )}
      </Field>
      <Checkbox
        className="col-span-2"
        checked={row.stop ?? false}
        onChange={(stop) => onChange({ stop: stop || undefined })}
      >
        {t('stop')}
      </Checkbox>
    </>
  )
}
