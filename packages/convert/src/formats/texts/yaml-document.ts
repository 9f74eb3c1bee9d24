import { isRecord } from '../../text/record.ts'
import type { YamlText } from '../../text/yaml.ts'
import { isConfig, nodeListOf } from '../documents.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'
import type { TextFormat } from '../text-format.ts'
import { looksLikeNodeYaml, recoverYaml } from './broken-yaml.ts'
import { failYaml, takeYamlItems } from './yaml-items.ts'
import { isYamlStart, yamlEnd } from './yaml-lines.ts'

/** A block of YAML. One that lists no nodes is none, so that its lines are read as lines. */
export const yamlDocument: TextFormat = {
  detect: ({ text }, { start, end }) => isYamlStart(text, start, end),

  read(reader, line) {
    const { text, entries } = reader
    const { lineStart } = line
    const end = yamlEnd(text, lineStart, line.start - lineStart)
    const block = text.slice(lineStart, end)
    const yaml = entries.yaml(block)
    const isRead = yaml.issue === undefined ? readWhole(reader, line, block, yaml) : readBroken(reader, block, yaml)
    if (isRead) reader.moveTo(end)
    else reader.plainUntil = end
    return isRead
  },
}

function readWhole(reader: TextReader, line: Line, block: string, { documents, joined }: YamlText): boolean {
  const { entries, line: firstLine } = reader
  const lists = documents.map((document) => ({ document, list: nodeListOf(document.value) }))
  if (lists.some(({ list }) => list !== undefined)) {
    reader.document()
    for (const { document, list } of lists) {
      if (list === undefined) continue
      takeYamlItems(reader, line, document, list)
      entries.subscription(list.subscription)
    }
    if (lists.every(({ list }) => !list?.items.length)) entries.fail('missing-field', 'nodes')
    if (joined) failYaml(reader, joined, block, firstLine)
    return true
  }
  if (!documents.some(({ value }) => isConfig(value) && isBlock(value))) return false
  reader.document()
  entries.fail('missing-field', 'nodes')
  return true
}

function isBlock(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 1
}

function readBroken(reader: TextReader, block: string, { issue }: YamlText): boolean {
  if (issue === undefined || !looksLikeNodeYaml(block)) return false
  const firstLine = reader.line
  reader.document()
  if (issue.code === 'yaml-aliases' || !recoverYaml(reader, block, firstLine, issue))
    failYaml(reader, issue, block, firstLine)
  return true
}
