import { type DocumentPath, findNode, type TextRange } from '../../document/document-node.ts'
import type { OpenDocument } from '../../document/open-document.ts'

/** The key at a path, or the nearest thing above it that is there. */
export function placeAt({ root }: OpenDocument, path: DocumentPath): TextRange {
  for (let length = path.length; length > 0; length--) {
    const holder = findNode(root, path.slice(0, length - 1))
    const last = path[length - 1]
    if (holder?.kind === 'map') {
      const pair = holder.pairs.find(({ key }) => key.kind === 'scalar' && key.text === last)
      if (pair !== undefined) return pair.key
    }
    const node = holder?.kind === 'list' ? holder.items[Number(last)]?.value : undefined
    if (node !== undefined) return { start: node.start, end: node.start + 1 }
  }
  return { start: root?.start ?? 0, end: (root?.start ?? 0) + 1 }
}
