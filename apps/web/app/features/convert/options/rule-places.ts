import type { Lang } from '@switchyard/convert/languages'
import { type ServiceName, serviceTitle } from '@switchyard/convert/services'
import type { Model } from '../session/model.ts'
import { groupOfRule } from '../../../components/config-form/rule-lines.ts'
import { chosenServices } from './service-edits.ts'

/** Where the options name a group: a ticked service, a line of rules, a rule set, or the choice for all other traffic. */
export type RulePlace =
  | { kind: 'service'; service: ServiceName }
  | { kind: 'line'; line: number }
  | { kind: 'set'; index: number }
  | { kind: 'final' }

/** What of a group tells which rules name it: what the template calls it, and what it is called in the result. */
interface GroupNames {
  name: string
  shownName: string
}

/** Every group with the rules that name it, in the order of the screen. Groups that no rule names are absent. */
export function rulePlaces(
  model: Model,
  groups: readonly GroupNames[],
  lang: Lang,
): ReadonlyMap<string, readonly RulePlace[]> {
  const { rules, ruleSets, final } = model.common
  const shownNames = new Map(groups.map(({ name, shownName }) => [name, shownName]))
  const places = new Map<string, RulePlace[]>()
  const add = (group: string | undefined, place: RulePlace) => {
    if (!group) return
    const known = places.get(group)
    if (known) known.push(place)
    else places.set(group, [place])
  }
  for (const service of chosenServices(model))
    add(shownNames.get(serviceTitle(service, lang)), { kind: 'service', service })
  for (const [index, line] of rules.split('\n').entries()) add(groupOfRule(line), { kind: 'line', line: index + 1 })
  for (const [index, { group }] of ruleSets.entries()) add(group?.trim(), { kind: 'set', index })
  add(final, { kind: 'final' })
  return places
}
