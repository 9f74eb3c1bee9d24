import { GROUP_TYPES } from '@switchyard/convert/facts'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { type GroupEdit, type TemplateGroupInfo, DEFAULT_PROBE_URL, withCommon, moved } from '@switchyard/recipe/model'
import { isBuiltInName, withGroupEdit, withGroupGone, withGroupRenamed } from './group-edits.ts'
import { undoToast } from '../session/undo-toast.ts'
import { useConvertState, useModel, useSession } from '../session/use-convert.ts'
import { GroupMembers } from './group-members.tsx'
import { MappingRows } from './mapping-rows.tsx'
import { NumberField } from '../../../components/config-form/number-field.tsx'
import { useGroupNames, useIsBareList, useOptionCheck } from './option-check.tsx'
import { RulesLink, useOptionLinks } from './option-links.tsx'
import { OrderedRows } from './ordered-rows.tsx'
import { useWhenGone } from '../../../components/config-form/use-when-gone.ts'

const NO_GROUPS: readonly TemplateGroupInfo[] = []

/** The groups of the template and what became of them, and where nodes go. */
export function GroupsSection() {
  const t = useTranslations('convert.opt')
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
    while (taken.includes(`${t('group')} ${number}`) || groupEdits[`${t('group')} ${number}`]) number++
    const name = `${t('group')} ${number}`
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
                {isWrong && (
                  <Badge tone="error" icon="circle-alert">
                    {t('wrong')}
                  </Badge>
                )}
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
      <MappingRows />
    </>
  )
}

/** A region that no node is in was never asked for; a group that the user changed was. */
function isExpected({ name, region }: TemplateGroupInfo, edits: Readonly<Record<string, GroupEdit>>): boolean {
  return region !== undefined && edits[name] === undefined
}

function GroupFields({ group }: { group: TemplateGroupInfo }) {
  const t = useTranslations('convert.opt')
  const tc = useTranslations('convert')
  const session = useSession()
  const { groupEdits } = useModel().common
  const { errors } = useOptionCheck()
  const { name, shownName, type, filter, region, url, interval, isEmpty } = group
  const own = groupEdits[name] ?? {}
  const edit = (change: { [K in keyof GroupEdit]?: GroupEdit[K] | undefined }, kind = 'edit') =>
    session.change((model) => withGroupEdit(model, name, change), kind)
  const remove = () => {
    session.change((model) => withGroupGone(model, group))
    undoToast(session, tc, t('removed', { name: shownName }))
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
      <GroupName key={shownName} group={group} />
      <Field label={t('type')}>
        {(control) => (
          <Select
            {...control}
            value={own.type ?? type}
            choices={GROUP_TYPES.map((value) => ({ value, label: value }))}
            onChange={(type) => edit({ type })}
          />
        )}
      </Field>
      {own.members === undefined && (
        <Field
          label={t('filter')}
          className="col-span-2"
          hint={t('filterHint')}
          error={errors[`groupEdits.${name}.filter`]}
        >
          {(control) => (
            <Input
              {...control}
              placeholder={(own.filter ? undefined : filter) ?? (region ? t('byRegion', { region }) : t('filterNone'))}
              value={own.filter ?? ''}
              onChange={(event) => edit({ filter: event.target.value || undefined }, 'typing-group')}
            />
          )}
        </Field>
      )}
      <GroupMembers
        group={group}
        members={own.members ?? group.list}
        onChange={(members, kind) => edit({ members, filter: undefined, withDirect: undefined }, kind)}
      />
      {(own.type ?? type) !== 'select' && (
        <>
          <Field label={t('healthUrl')} className="col-span-2" error={errors[`groupEdits.${name}.url`]}>
            {(control) => (
              <Input
                {...control}
                type="url"
                placeholder={(own.url ? undefined : url) ?? DEFAULT_PROBE_URL}
                value={own.url ?? ''}
                onChange={(event) => edit({ url: event.target.value || undefined }, 'typing-group')}
              />
            )}
          </Field>
          <NumberField
            label={t('interval')}
            placeholder={String((own.interval ? undefined : interval) ?? 600)}
            value={own.interval}
            onChange={(interval) => edit({ interval }, 'typing-group')}
          />
        </>
      )}
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

/** The name counts when the field is left: half a name would be a group of its own. */
function GroupName({ group }: { group: TemplateGroupInfo }) {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const taken = useGroupNames()
  const [text, setText] = useState(group.shownName)
  const wanted = text.trim()
  const isOther = wanted !== group.shownName
  const error =
    (wanted === '' && t('nameNeeded')) ||
    (isOther && isBuiltInName(wanted) && t('groupBuiltIn', { name: wanted })) ||
    (isOther && taken.includes(wanted) && t('groupTaken', { name: wanted }))
  const commit = () => {
    // The result tells a new name only later.
    const isKept = wanted === group.shownName || wanted === session.model.common.groupNames[group.name]
    if (!error && !isKept) session.change((model) => withGroupRenamed(model, group, wanted))
  }
  useWhenGone(commit)
  return (
    <Field label={t('name')} error={error}>
      {(control) => (
        <Input
          {...control}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && commit()}
        />
      )}
    </Field>
  )
}
