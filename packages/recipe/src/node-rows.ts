import type { NodeRow, ProxyNode } from './model/conversion-types.ts'
import type { Entry } from './list-entries.ts'
import { getAt } from './model/record-values.ts'
import { regionsOf } from './name-facts.ts'

/** The list as the table shows it. A duplicate that stays in the result is a node like any other. */
export function nodeRows(
  entries: readonly Entry[],
  { keepDuplicates = false }: { keepDuplicates?: boolean } = {},
): NodeRow[] {
  const regions = regionsOf(entries.map(({ name }) => name))
  return entries.map((entry) => {
    const { key, sourceId, node, name, line, inner, disabled, isClone, renamedFrom } = entry
    const duplicate = keepDuplicates || entry.kept ? undefined : entry.duplicate
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
      disabled,
      ...(duplicate ? { duplicateOf: duplicate.of, duplicateDiffers: duplicate.differs } : {}),
      isInfo: region?.isInfo ?? false,
      isClone,
    }
  })
}

/** How the node is reached, as a table names it. */
export function channelOf(node: ProxyNode): Pick<NodeRow, 'transport' | 'security'> {
  const tls = getAt(node, ['tls'])
  const security = tls ? (getAt(tls, ['reality']) ? 'reality' : 'tls') : ''
  const transport = getAt(node, ['transport', 'type']) ?? getAt(node, ['network'])
  return { transport: typeof transport === 'string' ? transport : '', security }
}
