import type { Handover } from '../../components/handover/handover.ts'
import type { IconName } from '../../ui/icons.ts'

interface NewKind {
  icon: IconName
  /** Where it is made. */
  path: string
  /** UTF-16 units. */
  nameMax: number
  given: (name: string, text: string) => Pick<Handover, 'creates' | 'keeps' | 'opens'>
}

/** What can be made anew, in the order offered. Its words are `newWindow.kind.{id}`. */
export const NEW_KINDS = {
  'node-list': {
    icon: 'table',
    path: '/node-table',
    nameMax: 80,
    given: (name, text) => ({ creates: { name, text } }),
  },
  config: {
    icon: 'file-code',
    path: '/mihomo',
    nameMax: 80,
    given: (name, text) => ({ opens: { name, text, origin: 'new' } }),
  },
  subscription: {
    icon: 'rss',
    path: '/subscribe?tab=items',
    nameMax: 64,
    given: (name, body) => ({ keeps: { name, body } }),
  },
  mapping: {
    icon: 'arrow-up-down',
    path: '/mapping',
    nameMax: 64,
    given: (name, text) => ({ creates: { name, text } }),
  },
} as const satisfies Record<string, NewKind>

export type NewKindId = keyof typeof NEW_KINDS

// The keys are all there are, which `keys` does not say.
export const NEW_KIND_IDS = Object.keys(NEW_KINDS) as NewKindId[]

/** What is wrong with a name as it is typed. */
export function nameIssue(name: string, { nameMax }: Pick<NewKind, 'nameMax'>): 'needed' | 'tooLong' | undefined {
  const length = name.trim().length
  if (length === 0) return 'needed'
  return length > nameMax ? 'tooLong' : undefined
}
