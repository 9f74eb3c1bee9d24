import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../../lib/store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { type MappingRow, type NodeRow, withCommon, moved } from '@switchyard/recipe/model'
import { useModel, useSession } from '../session/use-convert.ts'
import { GroupField } from './group-field.tsx'
import { useGroupNames, useOptionCheck } from './option-check.tsx'
import { OrderedRows } from './ordered-rows.tsx'
import { withoutEmpty } from '../../../components/config-form/without-empty.ts'

const NO_ROWS: readonly NodeRow[] = []

/** Which nodes go to which group; the first row that fits wins. */
export function MappingRows() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { mapping, rest } = useModel().common
  const groups = useGroupNames()
  const { errors, unknownGroups } = useOptionCheck()
  const put = (next: readonly MappingRow[], kind = 'edit') =>
    session.change((model) => withCommon(model, { mapping: next }), kind)
  const edit = (index: number, change: Partial<MappingRow>) =>
    put(
      mapping.map((row, at) => (at === index ? withoutEmpty({ ...row, ...change }, []) : row)),
      'typing-mapping',
    )
  const conditionOf = ({ name, type, region, source }: MappingRow) =>
    [name && `/${name}/`, type, region, source].filter(Boolean).join(' · ') || t('anyNode')
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="text-sm font-medium">{t('mapping')}</legend>
      <p className="text-xs text-muted">{t('mappingHint')}</p>
      <OrderedRows
        label={t('mapping')}
        rows={mapping}
        testId="mapping-rows"
        nameOf={(row) => conditionOf(row)}
        isUnfinished={({ group }) => !group}
        onMove={(from, to) => put(moved(mapping, from, to))}
        onRemove={(index) => put(mapping.filter((_, at) => at !== index))}
        renderHead={(row, index) => (
          <>
            <span className="min-w-0 truncate font-medium">{conditionOf(row)}</span>
            <span className="min-w-0 flex-1 truncate text-xs text-muted">→ {row.group}</span>
            {errors[`mapping.${index}.name`] && (
              <Badge tone="error" icon="circle-alert">
                {t('wrong')}
              </Badge>
            )}
          </>
        )}
      >
        {(row, index) => <MappingFields row={row} index={index} onChange={(change) => edit(index, change)} />}
      </OrderedRows>
      <Button size="small" icon="plus" className="self-start" onClick={() => put([...mapping, {}])}>
        {t('addMapping')}
      </Button>
      {mapping.length > 0 && (
        <Field label={t('rest')} error={rest && unknownGroups[rest] && t('groupUnknown', { name: rest })}>
          {(control) => (
            <Select
              {...control}
              value={rest ?? ''}
              choices={[
                { value: '', label: t('finalTemplate') },
                ...[...new Set([...groups, ...(rest ? [rest] : [])])].map((value) => ({ value, label: value })),
              ]}
              onChange={(value) => session.change((model) => withCommon(model, { rest: value }))}
            />
          )}
        </Field>
      )}
    </fieldset>
  )
}

interface FieldsProps {
  row: MappingRow
  index: number
  onChange: (change: { [K in keyof MappingRow]?: MappingRow[K] | undefined }) => void
}

function MappingFields({ row, index, onChange }: FieldsProps) {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { sources } = useModel()
  const { errors } = useOptionCheck()
  const rows = useStore(session.rows, NO_ROWS)
  const types = useMemo(() => [...new Set(rows.map(({ type }) => type))].sort(), [rows])
  const regions = useMemo(() => [...new Set(rows.flatMap(({ region }) => region ?? []))].sort(), [rows])
  const names = [...new Set(sources.map(({ name }) => name).filter(Boolean))]
  const choices = (values: readonly string[], now: string | undefined) => [
    { value: '', label: t('any') },
    ...[...new Set([...values, ...(now ? [now] : [])])].map((value) => ({ value, label: value })),
  ]
  return (
    <>
      <Field label={t('filter')} className="col-span-2" error={errors[`mapping.${index}.name`]}>
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
      {(names.length > 0 || row.source) && (
        <Field label={t('source')} className="col-span-2">
          {(control) => (
            <Select
              {...control}
              value={row.source ?? ''}
              choices={choices(names, row.source)}
              onChange={(source) => onChange({ source })}
            />
          )}
        </Field>
      )}
      <GroupField label={t('toGroup')} isNewAllowed value={row.group ?? ''} onChange={(group) => onChange({ group })} />
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
