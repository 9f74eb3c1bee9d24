import { createHash } from 'node:crypto'
import { isInfoEntry, parseEntries } from '@switchyard/convert'
import { MAX_NODES } from './engine-output.ts'

/** A text of a source, to be looked at. */
export interface CountJob {
  counted: string
}

/** What a text holds. */
export interface SourceCounts {
  /** Information entries among them. */
  nodes: number
  information: number
  skipped: number
  /** Of the nodes alone: equal for texts that hold the same ones. */
  digest: string
}

/** Counts what stands in a text of a source. Two texts hold the same nodes if their servers, ports and types are the same. */
export function countJob({ counted }: CountJob): SourceCounts {
  const servers: string[] = []
  let nodes = 0
  let information = 0
  let skipped = 0
  parseEntries(counted, { maxNodes: MAX_NODES }, ({ node }) => {
    if (node === undefined) {
      skipped++
      return
    }
    nodes++
    if (isInfoEntry(node.name)) information++
    else servers.push(`${node.type} ${node.server} ${node.port}`)
  })
  const digest = createHash('sha256').update(servers.sort().join('\n')).digest('hex')
  return { nodes, information, skipped, digest }
}
