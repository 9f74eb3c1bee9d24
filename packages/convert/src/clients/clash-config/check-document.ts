import type { CheckReport } from '../../check/shared/check-report.ts'
import {
  type DocumentNode, type DocumentPath, isMerge, keyText, type MapNode, resolved,
} from '../../document/document-node.ts' // oxfmt-ignore
import type { OpenDocument } from '../../document/open-document.ts'

/** The map that a YAML config is; undefined where it is none, which is reported. Keys that stand twice are told too. */
export function configMap(document: OpenDocument, report: CheckReport): MapNode | undefined {
  const { root, text, documents } = document
  if (text.trim() === '') {
    report.add('config-empty', { start: 0, end: 0 }, [])
    return undefined
  }
  if (root === undefined) {
    report.add('config-empty', { start: 0, end: 0 }, [], {}, { severity: 'warning' })
    return undefined
  }
  const map = resolved(root)
  if (map.kind !== 'map') {
    report.add('value-type', { start: root.start, end: Math.min(root.end, root.start + 40) }, [], {
      key: '',
      expected: 'object',
    })
    return undefined
  }
  if (documents > 1) report.add('documents-left-out', { start: document.end, end: document.end }, [])
  checkKeysOnce(map, [], report)
  return map
}

/** Keys twice in one map, and merges of what is no map: both refuse the whole file. */
function checkKeysOnce(root: DocumentNode, path: DocumentPath, report: CheckReport): void {
  const waiting: [DocumentNode, DocumentPath][] = [[root, path]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, at] = next
    if (node.kind === 'list') node.items.forEach(({ value }, index) => waiting.push([value, [...at, index]]))
    if (node.kind !== 'map') continue
    const seen = new Map<string, DocumentNode>()
    for (const pair of node.pairs) {
      const key = keyText(pair)
      if (key === undefined) continue
      const first = seen.get(key)
      if (isMerge(pair) && !isMergeable(pair.value))
        report.add('value-type', pair.value, [...at, key], { key, expected: 'object' })
      if (first === undefined) seen.set(key, pair.key)
      else report.add('key-twice', pair.key, [...at, key], { key, of: report.lineOf(first) })
      waiting.push([pair.value, [...at, key]])
    }
  }
}

function isMergeable(value: DocumentNode): boolean {
  const node = resolved(value)
  return (
    node.kind === 'map' || (node.kind === 'list' && node.items.every((item) => resolved(item.value).kind === 'map'))
  )
}
