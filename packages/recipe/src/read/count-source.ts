import { isInfoEntry, parseEntries, type ParseOptions } from '@switchyard/convert'

/** What a text of a source holds. */
export interface SourceCounts {
  /** Information entries among them. */
  nodes: number
  information: number
  skipped: number
  /** Of the nodes alone: equal for texts that hold the same ones. */
  digest: string
}

/**
 * Counts what stands in a text of a source. Two texts hold the same nodes if their servers, ports and types are the same;
 * `digestOf` makes one short text of these.
 */
export function countSource(
  text: string,
  limits: Pick<ParseOptions, 'maxNodes' | 'maxAliases'>,
  digestOf: (servers: string) => string,
): SourceCounts {
  const servers: string[] = []
  let nodes = 0
  let information = 0
  let skipped = 0
  parseEntries(text, limits, ({ node }) => {
    if (node === undefined) {
      skipped++
      return
    }
    nodes++
    if (isInfoEntry(node.name)) information++
    else servers.push(`${node.type} ${node.server} ${node.port}`)
  })
  return { nodes, information, skipped, digest: digestOf(servers.sort().join('\n')) }
}
