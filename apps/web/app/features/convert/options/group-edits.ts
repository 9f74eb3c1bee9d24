import { type GroupEdit, withCommon, type CommonSettings } from '@switchyard/recipe/model'
import type { Model } from '../session/model.ts'
import { withRuleGroup } from '../../../components/config-form/rule-lines.ts'

/** A group by the template's name and by the one that is shown. */
interface GroupNames {
  name: string
  shownName: string
}

/** A group with a change; what is set to undefined is as the template has it again. */
export function withGroupEdit(
  model: Model,
  name: string,
  change: { [K in keyof GroupEdit]?: GroupEdit[K] | undefined },
): Model {
  const { [name]: before, ...others } = model.common.groupEdits
  const edit = Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined))
  return withCommon(model, { groupEdits: Object.keys(edit).length === 0 ? others : { ...others, [name]: edit } })
}

/** Without a group, and without the choices that named it. One of the user's own leaves nothing behind. */
export function withGroupGone(model: Model, group: GroupNames): Model {
  const { [group.name]: edit, ...others } = model.common.groupEdits
  const { [group.name]: _, ...names } = model.common.groupNames
  const { final, rest, ...common } = model.common
  const isNamed = (name: string | undefined) => name === group.name || name === group.shownName
  return {
    ...model,
    common: {
      ...common,
      ...(edit?.added
        ? { groupEdits: withoutMember(others, group.name), groupNames: names }
        : { groupEdits: { ...others, [group.name]: { ...edit, removed: true } } }),
      ...(final !== undefined && !isNamed(final) ? { final } : {}),
      ...(rest !== undefined && !isNamed(rest) ? { rest } : {}),
    },
  }
}

/** Nothing is left of a group of the user's own: the others have it no more. */
function withoutMember(edits: CommonSettings['groupEdits'], gone: string): CommonSettings['groupEdits'] {
  return Object.fromEntries(
    Object.entries(edits).map(([name, edit]) => {
      if (!edit.members) return [name, edit]
      return [name, { ...edit, members: edit.members.filter((one) => one.kind !== 'ref' || one.name !== gone) }]
    }),
  )
}

/** A group under another name, with everything that names it. */
export function withGroupRenamed(model: Model, { name, shownName }: GroupNames, to: string): Model {
  const { common } = model
  const { [name]: _, ...names } = common.groupNames
  const renamed = (group: string) => (group === shownName ? to : group)
  const change: Partial<CommonSettings> = {
    groupNames: to === name ? names : { ...names, [name]: to },
    mapping: common.mapping.map((row) => (row.group === undefined ? row : { ...row, group: renamed(row.group) })),
    ruleSets: common.ruleSets.map((row) => (row.group === undefined ? row : { ...row, group: renamed(row.group) })),
    rules: common.rules
      .split('\n')
      .map((line) => withRuleGroup(line, renamed))
      .join('\n'),
    ...(common.final === undefined ? {} : { final: renamed(common.final) }),
    ...(common.rest === undefined ? {} : { rest: renamed(common.rest) }),
  }
  return withCommon(model, change)
}
