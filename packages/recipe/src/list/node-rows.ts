import type { NodeBase } from '@switchyard/convert'
import type { NodeRow } from '../model/nodes/rows.ts'
import type { Entry } from './list-entries.ts'
import { placeOf } from '../model/nodes/place-of.ts'
import { getAt } from '../model/values/record-values.ts'
import { regionsOf } from './name-facts.ts'

/** The list as the table shows it. A duplicate that stays in the result is a node like any other. */
export function nodeRows(
  entries: readonly Entry[],
  { keepDuplicates = false }: { keepDuplicates?: boolean } = {},
): NodeRow[] {
  const regions = regionsOf(entries.map(({ name }) => name))
  const repeated = repeatedEntries(entries)
  return entries.map((entry) => {
    const { key, sourceId, node, name, line, inner, disabled, isClone, renamedFrom } = entry
    const duplicate = repeatOf(entry, keepDuplicates)
    const first = duplicate && repeated.get(duplicate.of)
    const region = regions.get(name)
    return {
      key,
      sourceId,
      line,
      ...(inner === undefined ? {} : { inner }),
      name,
      ...(renamedFrom === undefined ? {} : { renamedFrom }),
      type: node.type,
      server: node.server,
      port: node.port,
      ...channelOf(node),
      ...(region?.code === undefined ? {} : { region: region.code }),
      // What a step took out is counted as that, whether it is switched off or not.
      disabled: disabled && entry.takenOut === undefined,
      ...(duplicate ? { duplicateOf: duplicate.of, duplicateDiffers: duplicate.differs } : {}),
      ...(first ? { duplicatePlace: placeOf(first) } : {}),
      isInfo: region?.isInfo ?? false,
      isClone,
    }
  })
}

/** The entry that this one repeats, where it is left out for that: by itself, or by a step that takes repeats out. */
function repeatOf({ duplicate, kept, takenOut }: Entry, keepDuplicates: boolean): Entry['duplicate'] {
  if (takenOut) return takenOut.of === undefined ? undefined : { of: takenOut.of, differs: false }
  return keepDuplicates || kept ? undefined : duplicate
}

/** The entries that others repeat, by key. */
function repeatedEntries(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const keys = new Set(entries.flatMap(({ duplicate, takenOut }) => duplicate?.of ?? takenOut?.of ?? []))
  return new Map(entries.filter(({ key }) => keys.has(key)).map((entry) => [entry.key, entry]))
}

/** How the node is reached, as a table names it. */
export function channelOf(node: NodeBase): Pick<NodeRow, 'transport' | 'security'> {
  const tls = getAt(node, ['tls'])
  const security = tls ? (getAt(tls, ['reality']) ? 'reality' : 'tls') : ''
  const transport = getAt(node, ['transport', 'type']) ?? getAt(node, ['network'])
  return { transport: typeof transport === 'string' ? transport : '', security }
}
