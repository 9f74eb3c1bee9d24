import type { CommonField } from './nodes/common-field.ts'

/** What is done to every entry, in order, whatever the sources bring next time. Edits of single entries come after. */

/** Which entries a step is about: those that fit every given field. */
export interface StepMatch {
  /** A pattern over the name; what is no pattern is looked for as it stands. Case does not count. */
  name?: string
  /** vless, ss … */
  type?: string
  /** ISO 3166 code in capitals, or several with commas: one of them. */
  region?: string
  /** Name of the source. */
  source?: string
  /** Only entries that tell about the subscription (true), or only nodes (false). */
  info?: boolean
}

interface Common {
  id: string
  /** It is kept and not applied. */
  disabled?: boolean
  match?: StepMatch
}

export type Step = Common &
  (
    | { kind: 'filter'; /** Keeps only what fits, or leaves out what fits. */ keeps: boolean }
    /** Every hit of the pattern in a name becomes `to`; `$1` is the first group. */
    | { kind: 'replace'; pattern: string; to: string }
    /** `{flag}{region}-{n:02}` */
    | { kind: 'name'; template: string }
    | { kind: 'sort'; by: SortField; isDescending: boolean }
    | {
        kind: 'flag'
        /** Puts the flag of the region before names that have none, or takes flags away. */ adds: boolean
      }
    | { kind: 'affix'; before: string; behind: string }
    /** The name says this region. */
    | { kind: 'region'; region: string }
    /** null = the default of the client. */
    | { kind: 'set'; field: CommonField; value: boolean | string | null }
    | { kind: 'unique'; by: UniqueField }
  )

export type StepKind = Step['kind']
/** A step before it stands in a recipe. */
export type NewStep = { [K in StepKind]: Omit<Extract<Step, { kind: K }>, 'id'> }[StepKind]
export type SortField = 'name' | 'region' | 'type' | 'server' | 'port' | 'source'
/** `node`: every field but the name. */
export type UniqueField = 'name' | 'address' | 'node'

/** How many entries a step changed, took out or moved; `unusable`: why it did nothing. */
export interface StepCount {
  id: string
  changed: number
  unusable?: string
}

export const STEP_KINDS: readonly StepKind[] = [
  'filter', 'replace', 'name', 'sort', 'flag', 'affix', 'region', 'set', 'unique',
] // oxfmt-ignore
export const SORT_FIELDS = [
  'name',
  'region',
  'type',
  'server',
  'port',
  'source',
] as const satisfies readonly SortField[]
export const UNIQUE_FIELDS = ['name', 'address', 'node'] as const satisfies readonly UniqueField[]

const NEW: { readonly [K in StepKind]: Omit<Extract<Step, { kind: K }>, 'id'> } = {
  filter: { kind: 'filter', keeps: false, match: {} },
  replace: { kind: 'replace', pattern: '', to: '' },
  name: { kind: 'name', template: '{flag} {region}-{n:02}' },
  sort: { kind: 'sort', by: 'name', isDescending: false },
  flag: { kind: 'flag', adds: true },
  affix: { kind: 'affix', before: '', behind: '' },
  region: { kind: 'region', region: '', match: {} },
  set: { kind: 'set', field: 'udp', value: true },
  unique: { kind: 'unique', by: 'address' },
}

/** A step that changes nothing yet where it needs a word, and the usual thing where it needs none. */
export function newStep(kind: StepKind, id: string): Step {
  return { ...NEW[kind], id }
}
