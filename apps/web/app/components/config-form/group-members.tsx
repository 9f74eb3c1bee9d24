import { SHARED_MEMBERS } from '@switchyard/convert/facts'
import { type TemplateMember, moved } from '@switchyard/recipe/model'
import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Issues } from './change.ts'

/** A group by the name that members say, and by the one that is shown. */
export interface NamedGroup {
  name: string
  shownName: string
  /** It can no longer be chosen. */
  isGone?: boolean | undefined
}

interface Props {
  /** Of the group whose members they are. */
  name: string
  value: readonly TemplateMember[]
  onChange: (members: readonly TemplateMember[], typing?: string) => void
  /** By index. */
  issues: Issues
  groups: readonly NamedGroup[]
  /** Names of nodes, to be suggested. */
  nodes: readonly string[]
}

/** Whom a group has, in order: groups, built-ins, all nodes, those of a filter, single ones. */
export function GroupMembers({ name, value: members, onChange, issues, groups, nodes }: Props) {
  const t = useTranslations('configForm')
  const add = useRef<HTMLSpanElement>(null)
  const labelId = useId()
  const shown = new Map(groups.map(({ name, shownName }) => [name, shownName]))
  const labelOf = (member: TemplateMember): string => {
    if (member.kind === 'ref') return shown.get(member.name) ?? member.name
    if (member.kind === 'region') return t('byRegion', { region: member.region })
    return t(`member.${member.kind}`)
  }
  const put = (index: number, member: TemplateMember) =>
    onChange(members.with(index, member), `member-${name}-${index}`)
  const isMember = (name: string) => members.some((one) => one.kind === 'ref' && one.name === name)
  const choices = [
    { value: '', label: t('addMember') },
    ...(members.some(({ kind }) => kind === 'all') ? [] : [{ value: 'all', label: t('member.all') }]),
    { value: 'pattern', label: t('member.pattern') },
    { value: 'nodes', label: t('member.nodes') },
    ...[...groups.filter((group) => group.name !== name && !group.isGone).map(({ name }) => name), ...SHARED_MEMBERS]
      .filter((name) => !isMember(name))
      .map((name) => ({ value: `ref ${name}`, label: shown.get(name) ?? name })),
  ] // oxfmt-ignore
  const remove = (index: number) => {
    onChange(members.filter((_, at) => at !== index))
    add.current?.querySelector('select')?.focus()
  }

  return (
    <div className="col-span-2 flex min-w-0 flex-col gap-1">
      <span id={labelId} className="text-sm font-medium">
        {t('members')}
      </span>
      <ul aria-labelledby={labelId} className="flex flex-col rounded-md border border-line empty:hidden">
        {members.map((member, index) => (
          <li key={index} className="flex min-h-(--row) items-center gap-1 border-line px-2 not-first:border-t">
            <Member
              member={member}
              label={labelOf(member)}
              issue={issues[index]}
              nodes={nodes}
              onChange={(next) => put(index, next)}
            />
            <IconButton
              icon="arrow-up"
              size="small"
              label={t('upRow', { name: labelOf(member) })}
              disabled={index === 0}
              onClick={() => onChange(moved(members, index, index - 1))}
            />
            <IconButton
              icon="arrow-down"
              size="small"
              label={t('downRow', { name: labelOf(member) })}
              disabled={index === members.length - 1}
              onClick={() => onChange(moved(members, index, index + 1))}
            />
            <IconButton
              icon="x"
              size="small"
              label={t('removeRow', { name: labelOf(member) })}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      <span ref={add}>
        <Select
          aria-label={t('addMember')}
          value=""
          choices={choices}
          onChange={(choice) => {
            const member = memberOf(choice)
            if (member) onChange([...members, member])
          }}
        />
      </span>
    </div>
  )
}

function memberOf(choice: string): TemplateMember | undefined {
  if (choice.startsWith('ref ')) return { kind: 'ref', name: choice.slice(4) }
  if (choice === 'all') return { kind: 'all' }
  if (choice === 'pattern') return { kind: 'pattern', pattern: '' }
  return choice === 'nodes' ? { kind: 'nodes', names: [''] } : undefined
}

interface MemberProps {
  member: TemplateMember
  label: string
  issue: string | undefined
  nodes: readonly string[]
  onChange: (member: TemplateMember) => void
}

function Member({ member, label, issue, nodes, onChange }: MemberProps) {
  const t = useTranslations('configForm')
  const listId = useId()
  if (member.kind === 'pattern')
    return (
      <span className="flex min-w-0 flex-1 flex-col py-1">
        <Input
          aria-label={label}
          aria-invalid={issue !== undefined}
          placeholder={t('filter')}
          value={member.pattern}
          onChange={(event) => onChange({ ...member, pattern: event.target.value })}
        />
        {issue && <span className="text-xs text-error">{issue}</span>}
      </span>
    )
  if (member.kind === 'nodes' && member.names.length === 1)
    return (
      <span className="flex min-w-0 flex-1 py-1">
        <Input
          aria-label={label}
          placeholder={t('nodeName')}
          list={listId}
          value={member.names[0]}
          onChange={(event) => onChange({ kind: 'nodes', names: [event.target.value] })}
        />
        <datalist id={listId}>
          {nodes.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </span>
    )
  const text = member.kind === 'nodes' ? `${label}: ${member.names.join(', ')}` : label
  return (
    <span className="min-w-0 flex-1 truncate text-sm" title={text}>
      {text}
    </span>
  )
}
