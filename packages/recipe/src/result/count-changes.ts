import type { ConvertSettings } from '../model/convert-settings.ts'
import type { Outline } from '../model/build-result.ts'
import { changedItems } from './changed-items.ts'
import { outlineOfEdited } from './outline.ts'

/** What differs between two configs besides their nodes, in numbers. */
export interface ChangeCounts {
  rulesAdded: number
  rulesRemoved: number
  /** Rule sets, groups and settings that were added, removed or changed. */
  ruleSets: number
  groups: number
  settings: number
}

/** A config and the names of its nodes. */
export interface NamedConfig {
  text: string
  names: readonly string[]
}

/** What it is written for. */
type WrittenFor = Pick<ConvertSettings, 'output' | 'list'>

/** Counts what differs between two configs. A group that only has other nodes is not a changed one. */
export function countChanges(before: NamedConfig, after: NamedConfig, settings: WrittenFor): ChangeCounts {
  const nodes = new Set([...before.names, ...after.names])
  const items = changedItems(before.text, after.text, settings)
  const rules = items.filter(({ part }) => part === 'rules')
  const count = (part: 'ruleSets' | 'settings') => items.filter((item) => item.part === part).length
  return {
    rulesAdded: rules.filter(({ state }) => state !== 'removed').length,
    rulesRemoved: rules.filter(({ state }) => state !== 'added').length,
    ruleSets: count('ruleSets'),
    groups: changedGroups(before.text, after.text, nodes, settings),
    settings: count('settings'),
  }
}

function changedGroups(before: string, after: string, nodes: ReadonlySet<string>, settings: WrittenFor): number {
  const [old, now] = [before, after].map((text) => groupsOf(outlineOfEdited(text, settings), nodes))
  const names = new Set([...old!.keys(), ...now!.keys()])
  return Array.from(names).filter((name) => old!.get(name) !== now!.get(name)).length
}

/** What a group is without its nodes, by its name. */
function groupsOf(outline: Outline | undefined, nodes: ReadonlySet<string>): Map<string, string> {
  const groups = outline?.groups ?? []
  return new Map(
    groups.map(({ name, type, members }) => [name, JSON.stringify([type, members.filter((one) => !nodes.has(one))])]),
  )
}
