import { editGroups, type GroupEdit, type Issue, type Template } from '@switchyard/convert'
import type { ConvertSettings } from '../model/convert-settings.ts'
import type { OutlineGroup, TemplateGroupInfo } from '../model/build-result.ts'

/** The groups of a template as they stand in a result, with empty groups and those that the user removed. */
export function templateGroups(
  template: Template,
  { groupEdits, groupNames, groupOrder }: ConvertSettings,
  issues: readonly Issue[],
  written: readonly OutlineGroup[] | undefined,
): TemplateGroupInfo[] {
  const byName = new Map(written?.map((group) => [group.name, group]))
  const emptied = new Set(issues.flatMap(({ code, args }) => (code === 'group-empty' ? [String(args?.['group'])] : [])))
  const edits = Object.fromEntries(Object.entries(groupEdits).map(([name, edit]) => [name, loaded(edit)]))
  const infoOf = (group: Template['groups'][number]): TemplateGroupInfo => {
    const { name, type, members, url, interval } = group
    const shownName = (Object.hasOwn(groupNames, name) ? groupNames[name]! : name).replaceAll(',', '，').trim()
    const found = byName.get(shownName)
    const pattern = members.find((member) => member.kind === 'pattern')?.pattern
    const region = members.find((member) => member.kind === 'region')?.region
    return {
      name,
      shownName,
      type,
      ...(pattern === undefined ? {} : { filter: pattern }),
      ...(region === undefined ? {} : { region }),
      ...(url === undefined ? {} : { url }),
      ...(interval === undefined ? {} : { interval }),
      list: members,
      ...(found ? { members: found.members.length } : {}),
      isEmpty: written !== undefined && (!found || emptied.has(shownName)),
    }
  }
  return editGroups(template, edits, '', groupOrder).groups.map(infoOf)
}

/** A removed group is told with the others. */
function loaded(edit: GroupEdit): GroupEdit {
  return { ...edit, removed: false }
}
