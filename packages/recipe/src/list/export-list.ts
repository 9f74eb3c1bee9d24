import { convertEntries, ConvertError, type OutputId, writeNode } from '@switchyard/convert'
import type { ExportedList, NodeFile } from '../model/nodes/list-work.ts'
import type { Entry } from './list-entries.ts'
import { regionsOf } from './name-facts.ts'
import { channelOf } from './node-rows.ts'
import { namedNode } from './list-entries.ts'
import { csvOf } from './csv.ts'

/** What writes a list so that clients, and we ourselves, read it again. */
const WRITTEN_AS: Readonly<Record<Exclude<NodeFile, 'csv'>, OutputId>> = {
  text: 'links',
  encoded: 'base64',
  yaml: 'mihomo',
  json: 'singbox',
}

const COLUMNS = ['name', 'region', 'protocol', 'server', 'port', 'transport', 'security', 'source', 'link'] as const

/** The entries as one text. All of them are wanted, those that repeat others among them. */
export function exportList(entries: readonly Entry[], format: NodeFile): ExportedList {
  if (format === 'csv') return { text: csvOf([COLUMNS, ...csvRows(entries)]), left: 0 }
  const wanted = entries.map((entry): Entry => ({ ...entry, disabled: false, kept: true }))
  try {
    const { text, report } = convertEntries(wanted, {
      to: WRITTEN_AS[format],
      output: { list: true },
      read: { excludes: [] },
    })
    return { text, left: entries.length - report.output }
  } catch (error) {
    // The format can say none of them.
    if (error instanceof ConvertError) return { text: '', left: entries.length }
    throw error
  }
}

function csvRows(entries: readonly Entry[]): (string | number)[][] {
  const regions = regionsOf(entries.map(({ name }) => name))
  return entries.map((entry) => {
    const { name, node, source } = entry
    const { transport, security } = channelOf(node)
    const { link = '' } = writeNode(namedNode(entry), 'links', { origin: entry })
    const region = regions.get(name)?.code ?? ''
    return [name, region, node.type, node.server, node.port ?? '', transport, security, source, link]
  })
}
