import { countLines } from '../../text/lines.ts'
import { isRecord } from '../../text/record.ts'
import type { YamlDocument, YamlIssue } from '../../text/yaml.ts'
import type { NodeList } from '../documents.ts'
import type { ListItem } from '../entry-format.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'

/** The entries of a YAML document that begins on a line, each where it stands. */
export function takeYamlItems(
  reader: TextReader,
  { lineStart, start }: Line,
  document: YamlDocument,
  { items }: NodeList,
): void {
  reader.items(items, (item) => lineStart + (placeIn(document, item) ?? start - lineStart))
}

/** Where an item of a YAML document stands. */
function placeIn({ places }: YamlDocument, { list, index = 0, value }: ListItem): number | undefined {
  if (list !== undefined) return places.get(list)?.[index] ?? 0
  return isRecord(value) ? places.get(value)?.[0] : undefined
}

/** Reports what is broken in a block, on the line that has to be mended. */
export function failYaml(reader: TextReader, issue: YamlIssue, block: string, firstLine: number): void {
  const { entries } = reader
  const line = firstLine + countLines(block, 0, issue.at)
  reader.place(line)
  if (issue.code === 'yaml-aliases') entries.fail('yaml-aliases', undefined, { line, msg: issue.reason })
  else if (issue.first !== undefined)
    entries.fail('bad-yaml', undefined, { line, first: firstLine + countLines(block, 0, issue.first) })
  else entries.fail('bad-yaml', undefined, { line, msg: issue.reason })
}
