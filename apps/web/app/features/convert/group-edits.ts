import type { GroupEdit } from '../../workers/conversion-types.ts'
import { withCommon, type CommonSettings, type Model } from './model.ts'

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
        ? { groupEdits: others, groupNames: names }
        : { groupEdits: { ...others, [group.name]: { ...edit, removed: true } } }),
      ...(final !== undefined && !isNamed(final) ? { final } : {}),
      ...(rest !== undefined && !isNamed(rest) ? { rest } : {}),
    },
  }
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
      .map((line) => renamedInRule(line, renamed))
      .join('\n'),
    ...(common.final === undefined ? {} : { final: renamed(common.final) }),
    ...(common.rest === undefined ? {} : { rest: renamed(common.rest) }),
  }
  return withCommon(model, change)
}

function renamedInRule(line: string, renamed: (group: string) => string): string {
  const parts = line.split(',')
  const action = parts[2]?.trim()
  if (action === undefined || line.trimStart().startsWith('#') || renamed(action) === action) return line
  return [parts[0], parts[1], renamed(action), ...parts.slice(3)].join(',')
}
