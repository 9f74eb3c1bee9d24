import {
  findDuplicates,
  flagOf,
  isInfoEntry,
  namePattern,
  type NodeBase,
  regionOf,
  regionName,
  userReplacer,
} from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import { setFields } from '../node/common-fields.ts'
import { regionsOf } from '../model/changes/region-filter.ts'
import { LEADING_FLAG, parseTemplate, templateNamer } from '../model/nodes/name-template.ts'
import type { SortField, Step, StepCount, StepMatch, UniqueField } from '../model/step.ts'
import { tidyName } from '../model/nodes/tidy-name.ts'

/** What a step sees of an entry, and may change. */
export interface StepEntry {
  readonly key: string
  /** Name of its source. */
  readonly source?: string
  node: NodeBase
  name: string
  /** The step that took it out; with `of`, because it equals that one. */
  takenOut?: { step: number; of?: string }
}

/** Applies the steps to the entries and says what each changed. Gives the entries in their order after the last step. */
export function runSteps<E extends StepEntry>(
  given: readonly E[],
  steps: readonly Step[],
  lang: Lang,
): { entries: readonly E[]; counts: StepCount[] } {
  let entries = given
  const counts = steps.map((step, index): StepCount => {
    const { id } = step
    if (step.disabled) return { id, changed: 0 }
    if (step.kind === 'sort') {
      const sorted = sortedBy(entries, step.by, step.isDescending)
      const changed = sorted.reduce((sum, entry, at) => sum + Number(entry !== entries[at]), 0)
      entries = sorted
      return { id, changed }
    }
    const isMeant = matcher(step.match ?? {})
    const meant = entries.filter((entry) => entry.takenOut === undefined && isMeant(entry))
    const done = runStep(step, { entries, meant, number: index + 1, lang })
    return typeof done === 'number' ? { id, changed: done } : { id, changed: 0, unusable: done.unusable }
  })
  return { entries, counts }
}

interface Given {
  entries: readonly StepEntry[]
  /** Those that the step is about. */
  meant: readonly StepEntry[]
  /** Of the step, from 1. */
  number: number
  lang: Lang
}

/** How many entries were changed, or why the step cannot be done. */
type Done = number | { unusable: string }

function runStep(step: Exclude<Step, { kind: 'sort' }>, given: Given): Done {
  const { meant, number } = given
  switch (step.kind) {
    case 'filter':
      return filtered(step, given)
    case 'replace': {
      if (step.pattern === '') return 0
      const { regex, issue } = userReplacer(step.pattern)
      return issue ? { unusable: issue.reason } : renamed(meant, (entry) => regex.replace(entry.name, step.to))
    }
    case 'name': {
      const { parts } = parseTemplate(step.template)
      if (!parts) return { unusable: 'template' }
      const nameOf = templateNamer(parts, { regionName: (code) => regionName(code, given.lang) })
      return renamed(meant, (entry) => nameOf(templateRow(entry)))
    }
    case 'flag':
      return renamed(meant, step.adds ? withFlag : withoutFlag)
    case 'affix':
      return renamed(meant, ({ name }) => affixed(name, step.before, step.behind))
    case 'region': {
      const mark = flagOf(step.region)
      if (mark === undefined) return { unusable: 'region' }
      return renamed(meant, ({ name }) => (regionOf(name) === step.region ? name : `${mark} ${withoutLeading(name)}`))
    }
    case 'set': {
      const nodes = new Map(meant.map(({ key, node }) => [key, node]))
      const { changes } = setFields(nodes, { [step.field]: step.value })
      for (const entry of meant) entry.node = changes[entry.key]?.node ?? entry.node
      return Object.keys(changes).length
    }
    case 'unique':
      return takeOutRepeats(meant, step.by, number)
  }
}

function filtered({ keeps, match = {} }: Extract<Step, { kind: 'filter' }>, { entries, meant, number }: Given): Done {
  // A filter that says nothing yet takes nothing out.
  if (Object.keys(match).length === 0) return 0
  const fitting = new Set(meant)
  let count = 0
  for (const entry of entries) {
    if (entry.takenOut !== undefined || fitting.has(entry) === keeps) continue
    entry.takenOut = { step: number }
    count++
  }
  return count
}

/** Gives entries new names; an empty one changes nothing. */
function renamed(entries: readonly StepEntry[], nameOf: (entry: StepEntry) => string): number {
  let count = 0
  for (const entry of entries) {
    const name = tidyName(nameOf(entry))
    if (name === '' || name === entry.name) continue
    entry.name = name
    count++
  }
  return count
}

/** The name between two texts. A flag that it begins with stays in front, as with the prefix of all names. */
export function affixed(name: string, before: string, behind: string): string {
  const flag = before === '' ? '' : (LEADING_FLAG.exec(name)?.[0] ?? '')
  return `${flag}${before}${name.slice(flag.length)}${behind}`
}

function withFlag({ name }: StepEntry): string {
  const region = regionOf(name)
  const mark = region === undefined ? undefined : flagOf(region)
  return mark === undefined || name.includes(mark) ? name : `${mark} ${name}`
}

function withoutFlag({ name }: StepEntry): string {
  return name.replaceAll(/[\u{1f1e6}-\u{1f1ff}]{2}\s*/gu, '')
}

function withoutLeading(name: string): string {
  return name.replace(LEADING_FLAG, '')
}

function templateRow({ name, node, source = '' }: StepEntry) {
  const region = regionOf(name)
  const { type: protocol, server, port } = node
  return { name, protocol, server, port, source, ...(region === undefined ? {} : { region }) }
}

function matcher({ name, type, region, source, info }: StepMatch): (entry: StepEntry) => boolean {
  const pattern = namePattern(name)
  const regions = region === undefined ? undefined : new Set(regionsOf(region))
  return (entry) => {
    if (type !== undefined && entry.node.type !== type) return false
    if (source !== undefined && entry.source !== source) return false
    if (pattern && !pattern.test(entry.name)) return false
    if (info !== undefined && isInfoEntry(entry.name) !== info) return false
    return regions === undefined || regions.has(regionOf(entry.name) ?? '')
  }
}

/** Those behind an equal one are taken out. */
function takeOutRepeats(entries: readonly StepEntry[], by: UniqueField, step: number): number {
  const repeats = repeatsAmong(entries, by)
  for (const [entry, of] of repeats) entry.takenOut = { step, of: of.key }
  return repeats.size
}

/** The entries that equal one before them in that, and which. */
export function repeatsAmong<E extends Pick<StepEntry, 'node' | 'name'>>(
  entries: readonly E[],
  by: UniqueField,
): ReadonlyMap<E, E> {
  const repeats = new Map<E, E>()
  if (by === 'node') {
    const nameless = entries.map(({ node }) => ({ node: { ...node, name: '' } }))
    for (const [at, { of, differs }] of findDuplicates(nameless)) if (!differs) repeats.set(entries[at]!, entries[of]!)
    return repeats
  }
  const first = new Map<string, E>()
  for (const entry of entries) {
    const { server, port } = entry.node
    const key = by === 'name' ? entry.name.normalize('NFC') : `${port} ${server.toLowerCase()}`
    const same = first.get(key)
    if (same) repeats.set(entry, same)
    else first.set(key, entry)
  }
  return repeats
}

/** In order of a field; equal ones keep theirs, and what has no value comes last either way. */
function sortedBy<E extends StepEntry>(entries: readonly E[], by: SortField, isDescending: boolean): E[] {
  const sign = isDescending ? -1 : 1
  return entries
    .map((entry) => ({ entry, value: sortValue(entry, by) }))
    .sort((a, b) => {
      if (a.value === b.value) return 0
      if (a.value === '' || b.value === '') return a.value === '' ? 1 : -1
      return sign * compareNaturally(a.value, b.value)
    })
    .map(({ entry }) => entry)
}

function sortValue({ name, node, source = '' }: StepEntry, by: SortField): string {
  switch (by) {
    case 'name':
      return name
    case 'region':
      return regionOf(name) ?? ''
    case 'type':
      return node.type
    case 'server':
      return node.server
    case 'port':
      return String(node.port)
    case 'source':
      return source
  }
}

const PARTS = /\d+|\D+/g

/**
 * Numbers by their value, small and capital letters alike, the rest by code point. The order of a browser's own
 * collation depends on its version, and equal inputs give equal bytes.
 */
function compareNaturally(one: string, other: string): number {
  const left = one.toLowerCase().match(PARTS) ?? []
  const right = other.toLowerCase().match(PARTS) ?? []
  for (let at = 0; at < left.length && at < right.length; at++) {
    const [a, b] = [left[at]!, right[at]!]
    if (a === b) continue
    const isNumber = /^\d/.test(a) && /^\d/.test(b)
    const difference = isNumber ? Number(a) - Number(b) : 0
    return difference || (a < b ? -1 : 1)
  }
  return left.length - right.length || (one < other ? -1 : 1)
}
