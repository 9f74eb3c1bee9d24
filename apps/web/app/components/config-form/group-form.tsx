import { GROUP_TYPES } from '@switchyard/convert/facts'
import { PROBE_URL } from '@switchyard/convert/facts'
import type { GroupEdit, TemplateGroupInfo } from '@switchyard/recipe/model'
import { useTranslations } from 'use-intl'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { isBuiltInName } from './built-in-name.ts'
import { issuesOf, type FieldChanges, type Issues } from './change.ts'
import { GroupMembers, type NamedGroup } from './group-members.tsx'
import { NumberField } from './number-field.tsx'
import { useCommitted } from './use-committed.ts'

const INTERVAL_S = 600

interface Props {
  /** As it is where nothing is chosen. */
  group: TemplateGroupInfo
  /** What is chosen in the place of that. */
  value: GroupEdit
  onChange: (change: FieldChanges<GroupEdit>, typing?: string) => void
  onRename: (name: string) => void
  /** By field: `filter`, `members.0`. */
  issues: Issues
  /** Those that it may have as members. */
  groups: readonly NamedGroup[]
  /** Names that it may not have. */
  taken: readonly string[]
  /** Names of nodes, to be suggested. */
  nodes: readonly string[]
}

/** One proxy group: its name, its type, whom it has and how they are tested. */
export function GroupForm({ group, value, onChange, onRename, issues, groups, taken, nodes }: Props) {
  const t = useTranslations('configForm')
  const { name, shownName, filter, region, url, interval } = group
  const type = value.type ?? group.type
  return (
    <>
      <GroupName key={shownName} name={shownName} taken={taken} onRename={onRename} />
      <Field label={t('type')}>
        {(control) => (
          <Select
            {...control}
            value={type}
            choices={GROUP_TYPES.map((value) => ({ value, label: value }))}
            onChange={(type) => onChange({ type })}
          />
        )}
      </Field>
      {value.members === undefined && (
        <Field label={t('filter')} className="col-span-2" hint={t('filterHint')} error={issues['filter']}>
          {(control) => (
            <Input
              {...control}
              placeholder={
                (value.filter ? undefined : filter) ?? (region ? t('byRegion', { region }) : t('filterNone'))
              }
              value={value.filter ?? ''}
              onChange={(event) => onChange({ filter: event.target.value || undefined }, 'group')}
            />
          )}
        </Field>
      )}
      <GroupMembers
        name={name}
        value={value.members ?? group.list}
        onChange={(members, typing) => onChange({ members, filter: undefined, withDirect: undefined }, typing)}
        issues={issuesOf(issues, 'members')}
        groups={groups}
        nodes={nodes}
      />
      {type !== 'select' && (
        <>
          <Field label={t('healthUrl')} className="col-span-2" error={issues['url']}>
            {(control) => (
              <Input
                {...control}
                type="url"
                placeholder={(value.url ? undefined : url) ?? PROBE_URL}
                value={value.url ?? ''}
                onChange={(event) => onChange({ url: event.target.value || undefined }, 'group')}
              />
            )}
          </Field>
          <NumberField
            label={t('interval')}
            placeholder={String((value.interval ? undefined : interval) ?? INTERVAL_S)}
            value={value.interval}
            onChange={(interval) => onChange({ interval }, 'group')}
          />
        </>
      )}
    </>
  )
}

interface NameProps {
  name: string
  taken: readonly string[]
  onRename: (name: string) => void
}

/** The name counts when the field is left: half a name would be a group of its own. */
function GroupName({ name, taken, onRename }: NameProps) {
  const t = useTranslations('configForm')
  const errorOf = (wanted: string) =>
    (wanted === '' && t('nameNeeded')) ||
    (wanted !== name && isBuiltInName(wanted) && t('groupBuiltIn', { name: wanted })) ||
    (wanted !== name && taken.includes(wanted) && t('groupTaken', { name: wanted }))
  const { text, field } = useCommitted(name, (text) => {
    const wanted = text.trim()
    if (wanted !== name && !errorOf(wanted)) onRename(wanted)
  })
  return (
    <Field label={t('name')} error={errorOf(text.trim())}>
      {(control) => <Input {...control} {...field} />}
    </Field>
  )
}
