import { type ListName, namedList } from './list-addresses.ts'
import type { TemplateGroup, TemplateMember, TemplateRule } from './template.ts'

/** What templates of ours are made of. */

export const DIRECT: TemplateMember = { kind: 'ref', name: 'DIRECT' }
export const ALL: TemplateMember = { kind: 'all' }

/** A group or a built-in as a member. */
export function ref(name: string): TemplateMember {
  return { kind: 'ref', name }
}

/** A group in which a person chooses. */
export function select(name: string, members: readonly TemplateMember[]): TemplateGroup {
  return { name, type: 'select', members, whenEmpty: 'direct' }
}

/** A rule as it is written in a config. */
export function line(text: string): TemplateRule {
  return { kind: 'line', text }
}

/** All that is on a list of ours goes to a group. */
export function list(name: ListName, group: string): TemplateRule {
  return { kind: 'list', list: namedList(name), group }
}
