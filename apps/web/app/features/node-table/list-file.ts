import type { NodeFile } from '@switchyard/recipe/model'
import { isoDay } from '../../lib/iso-day.ts'

const FILES: Readonly<Record<NodeFile, { extension: string; type: string }>> = {
  text: { extension: 'txt', type: 'text/plain;charset=utf-8' },
  encoded: { extension: 'txt', type: 'text/plain;charset=utf-8' },
  yaml: { extension: 'yaml', type: 'application/yaml;charset=utf-8' },
  json: { extension: 'json', type: 'application/json;charset=utf-8' },
  csv: { extension: 'csv', type: 'text/csv;charset=utf-8' },
}

const NAME_MAX = 60

const dayOf = (now: Date): string => isoDay(now).replaceAll('-', '')

/** `nodes-20261128.zip` */
export const archiveName = (now = new Date()): string => `nodes-${dayOf(now)}.zip`

/** A list as a file: `nodes-20261128.csv`. */
export function listFile(text: string, format: NodeFile, now: Date): { file: Blob; name: string } {
  const { extension, type } = FILES[format]
  return { file: new Blob([text], { type }), name: `nodes-${dayOf(now)}.${extension}` }
}

/** What the file of a group is called in an archive; `taken`: those that are in it already. */
export function groupFileName(group: string, format: NodeFile, taken: ReadonlySet<string>): string {
  const words = group.split(/[^\p{L}\p{N}_]/u).filter((word) => word !== '')
  const plain = words.join('-').slice(0, NAME_MAX) || 'nodes'
  const { extension } = FILES[format]
  let name = `${plain}.${extension}`
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${plain}-${n}.${extension}`
  return name
}
