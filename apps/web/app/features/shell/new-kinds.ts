import { pathOfFile } from '../../components/file-save/file-address.ts'
import type { Handover } from '../../components/handover/handover.ts'
import type { IconName } from '../../ui/icons.ts'

export interface NewKind {
  icon: IconName
  /** Where it is made. */
  path: string
  /** UTF-16 units. */
  nameMax: number
  given: (name: string, text: string) => Pick<Handover, 'creates' | 'keeps' | 'makes' | 'opens'>
  /** Files are called by it. */
  isFileName?: true
  /** Nothing stands in it. */
  isEmpty?: true
}

/** What can be made anew, in the order offered. Its words are `newWindow.kind.{id}`. */
export const NEW_KINDS = {
  'node-list': {
    icon: 'table',
    path: '/node-table',
    nameMax: 80,
    given: (name, text) => ({ creates: { name, text } }),
  },
  file: {
    icon: 'file-text',
    path: '/files',
    nameMax: 255,
    isFileName: true,
    given: (name, text) => ({ makes: { kind: 'file', name, text } }),
  },
  folder: {
    icon: 'folder',
    path: '/files',
    nameMax: 255,
    isFileName: true,
    isEmpty: true,
    given: (name) => ({ makes: { kind: 'folder', name, text: '' } }),
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
export function nameIssue(
  name: string,
  { nameMax, isFileName }: Pick<NewKind, 'nameMax' | 'isFileName'>,
): 'needed' | 'tooLong' | 'noFileName' | undefined {
  const typed = name.trim()
  if (typed === '') return 'needed'
  if (typed.length > nameMax) return 'tooLong'
  return isFileName && (typed.includes('/') || pathOfFile(typed) === undefined) ? 'noFileName' : undefined
}
