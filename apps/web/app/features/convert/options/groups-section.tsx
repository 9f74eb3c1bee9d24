import { SHARED_MEMBERS } from '@switchyard/convert/facts'
import {
  type GroupEdit,
  type NodeRow,
  type OutlineGroup,
  type TemplateGroupInfo,
  withCommon,
  moved,
} from '@switchyard/recipe/model'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type FieldChanges, issuesOf } from '../../../components/config-form/change.ts'
import { GroupForm } from '../../../components/config-form/group-form.tsx'
import { MappingRows } from '../../../components/config-form/mapping-rows.tsx'
import { OrderedRows } from '../../../components/config-form/ordered-rows.tsx'
import { WrongBadge } from '../../../components/config-form/rows-field.tsx'
import { useStore } from '../../../lib/store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useConvertState, useModel, useSession } from '../session/use-convert.ts'
import { withGroupEdit, withGroupGone, withGroupRenamed } from './group-edits.ts'
import { useGroupNames, useIsBareList, useOptionCheck } from './option-check.tsx'
import { MappingChoice } from './mapping-choice.tsx'
import { RulesLink, useOptionLinks } from './option-links.tsx'
import { kindOf, useRemoved, useSetting } from './use-setting.ts'

const NO_ROWS: readonly NodeRow[] = []
/** As many as a browser's list of suggestions can show without a wait. */
const MOST_SUGGESTIONS = 1000
const NO_GROUPS: readonly TemplateGroupInfo[] = []

/** The groups of the template and what became of them, and where nodes go. */
export function GroupsSection() {
  const t = useTranslations('convert.opt')
  const tForm = useTranslations('configForm')
  const session = useSession()
  const { common } = useModel()
  const { groupEdits } = common
  const { result } = useConvertState()
  const isBare = useIsBareList()
  const taken = useGroupNames()
  const [fresh, setFresh] = useState<string>()
  const { errors } = useOptionCheck()
  const groups = result?.templateGroups ?? NO_GROUPS
  const { place } = useOptionLinks()
  const linked = useMemo(
    () =>
      place?.kind === 'group' ? { index: groups.findIndex(({ shownName }) => shownName === place.name) } : undefined,
    // oxlint-disable-next-line react/exhaustive-deps -- a new result is no reason to go there again
    [place],
  )

  const add = () => {
    let number = 1
    while (taken.includes(`${tForm('group')} ${number}`) || groupEdits[`${tForm('group')} ${number}`]) number++
    const name = `${tForm('group')} ${number}`
    setFresh(name)
    session.change((model) => withGroupEdit(model, name, { type: 'select', added: true }))
  }

  return (
    <>
      {isBare && <p className="text-xs text-muted">{t('bareList')}</p>}
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">{t('groupList')}</legend>
        <OrderedRows
          label={t('groupList')}
          rows={groups}
          testId="group-rows"
          nameOf={({ shownName }) => shownName}
          isUnfinished={({ name }) => name === fresh}
          linked={linked}
          renderActions={({ name, shownName }) => !groupEdits[name]?.removed && <RulesLink group={shownName} />}
          onMove={(from, to) =>
            session.change((model) =>
              withCommon(model, {
                groupOrder: moved(
                  groups.map(({ name }) => name),
                  from,
                  to,
                ),
              }),
            )
          }
          renderHead={(group) => {
            const isGone = groupEdits[group.name]?.removed === true
            const isWrong = Object.keys(errors).some((path) => path.startsWith(`groupEdits.${group.name}.`))
            return (
              // On touch the buttons beside it leave no room for both on one line.
              <span className="flex min-w-0 flex-1 items-center gap-1.5 pointer-coarse:flex-col pointer-coarse:items-start pointer-coarse:gap-0">
                <span
                  className={`max-w-full min-w-0 flex-1 truncate ${isGone ? 'text-muted line-through' : 'font-medium'}`}
                  title={group.shownName}
                >
                  {group.shownName}
                </span>
                {isWrong && <WrongBadge />}
                {!isGone && group.isEmpty && (
                  <Badge {...(isExpected(group, groupEdits) ? {} : { tone: 'warning', icon: 'alert-triangle' })}>
                    {t('groupEmpty')}
                  </Badge>
                )}
                {(isGone || !group.isEmpty) && (
                  <span className="text-xs whitespace-nowrap text-muted tabular-nums">
                    {isGone ? t('groupGone') : `${group.type} · ${group.members ?? 0}`}
                  </span>
                )}
              </span>
            )
          }}
        >
          {(group) => <GroupFields group={group} />}
        </OrderedRows>
        {groups.length === 0 && !isBare && <p className="text-xs text-muted">{t('groupsLater')}</p>}
        <Button size="small" icon="plus" className="self-start" onClick={add}>
          {t('addGroup')}
        </Button>
      </fieldset>
      <Mapping />
    </>
  )
}

/** A region that no node is in was never asked for; a group that the user changed was. */
function isExpected({ name, region }: TemplateGroupInfo, edits: Readonly<Record<string, GroupEdit>>): boolean {
  return region !== undefined && edits[name] === undefined
}

function GroupFields({ group }: { group: TemplateGroupInfo }) {
  const t = useTranslations('convert.opt')
  const tForm = useTranslations('configForm')
  const session = useSession()
  const { groupEdits } = useModel().common
  const { result } = useConvertState()
  const taken = useGroupNames()
  const { errors } = useOptionCheck()
  const onRemoved = useRemoved()
  const nodes = useMemo(() => nodeNames(result?.outline?.groups ?? []), [result])
  const { name, shownName, isEmpty } = group
  const own = groupEdits[name] ?? {}
  const edit = (change: FieldChanges<GroupEdit>, typing?: string) =>
    session.change((model) => withGroupEdit(model, name, change), kindOf(typing))
  const rename = (to: string) => {
    // The result tells a new name only later.
    if (to !== session.model.common.groupNames[name]) session.change((model) => withGroupRenamed(model, group, to))
  }
  const remove = () => {
    session.change((model) => withGroupGone(model, group))
    onRemoved(tForm('removed', { name: shownName }))
  }
  if (own.removed)
    return (
      <div className="col-span-2">
        <Button size="small" icon="rotate-ccw" onClick={() => edit({ removed: undefined })}>
          {t('restoreGroup')}
        </Button>
      </div>
    )
  return (
    <>
      {isEmpty && (
        <div className="col-span-2 flex flex-wrap items-center gap-2 text-xs">
          <span className="w-full text-muted">{t('groupEmptyNote')}</span>
          <Button size="small" onClick={() => edit({ withDirect: true })}>
            {t('fillDirect')}
          </Button>
          <Button size="small" onClick={remove}>
            {t('removeThisGroup')}
          </Button>
        </div>
      )}
      <GroupForm
        group={group}
        value={own}
        onChange={edit}
        onRename={rename}
        issues={issuesOf(errors, `groupEdits.${name}`)}
        groups={(result?.templateGroups ?? NO_GROUPS).map(({ name, shownName }) => ({
          name,
          shownName,
          isGone: groupEdits[name]?.removed,
        }))}
        taken={taken}
        nodes={nodes}
      />
      {!isEmpty && (
        <div className="col-span-2 flex flex-wrap gap-2">
          {own.withDirect && (
            <Button size="small" onClick={() => edit({ withDirect: undefined })}>
              {t('withoutDirect')}
            </Button>
          )}
          <Button size="small" icon="trash-2" onClick={remove}>
            {t('removeGroup')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Nodes by the names that they have in the result. */
function nodeNames(groups: readonly OutlineGroup[]): string[] {
  const others = new Set([...groups.map(({ name }) => name), ...SHARED_MEMBERS])
  const [largest] = groups.toSorted((a, b) => b.members.length - a.members.length)
  return (largest?.members ?? []).filter((name) => !others.has(name)).slice(0, MOST_SUGGESTIONS)
}

/** Which nodes go to which group, and where the rest of them goes. */
function Mapping() {
  const t = useTranslations('convert.opt')
  const tForm = useTranslations('configForm')
  const session = useSession()
  const { sources, common } = useModel()
  const { rest } = common
  const rows = useSetting('mapping')
  const groups = useGroupNames()
  const { errors, newGroups, unknownGroups } = useOptionCheck()
  const onRemoved = useRemoved()
  const nodes = useStore(session.desk.rows, NO_ROWS)
  const types = useMemo(() => [...new Set(nodes.map(({ type }) => type))].sort(), [nodes])
  const regions = useMemo(() => [...new Set(nodes.flatMap(({ region }) => region ?? []))].sort(), [nodes])
  return (
    <MappingRows
      {...rows}
      onRemoved={onRemoved}
      issues={issuesOf(errors, 'mapping')}
      types={types}
      regions={regions}
      sources={[...new Set(sources.map(({ name }) => name).filter(Boolean))]}
      groups={groups}
      newGroups={newGroups}
    >
      {rows.value.length > 0 && (
        <Field label={t('rest')} error={rest && unknownGroups[rest] && tForm('groupUnknown', { name: rest })}>
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
      <MappingChoice />
    </MappingRows>
  )
}
